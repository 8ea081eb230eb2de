import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readScenario, runScenario, type Scenario } from '#libs/journeys';
import { FastClock } from '../../support/accelerated/fast-clock.js';
import { runScenarioInTime, type ScenarioDocument, TICK_MS } from '../../support/accelerated/run-scenario-in-time.js';
import { FAKETIME } from '../../support/processes/wrong-clock.js';
import { sampleSize } from '../../support/rooms/sample-size.js';

/** The whole week is a sample of the full ring. */
const FILES = ['in-time-afternoon.yaml', 'in-time-week.yaml'].slice(0, sampleSize(1));

let clock: FastClock | undefined;
afterEach(async () => {
  await clock?.stop();
  clock = undefined;
});

/** Messages by person, in their order. */
const byPerson = (messages: readonly { at: number; extId: string; text: string }[]) =>
  Object.fromEntries(
    [...new Set(messages.map(({ extId }) => extId))]
      .toSorted()
      .map((extId) => [extId, messages.filter((message) => message.extId === extId).map(({ text }) => text)]),
  );

const foretell = async (scenario: Scenario) =>
  (await runScenario(scenario)).sent.map(({ at, extId, texts: [first] }) => ({ at, extId, text: first?.text ?? '' }));

describe.skipIf(!FAKETIME)('Scenarios in time', () => {
  it.each(FILES)(
    'The engine on a fast clock sends what the scenario %s foretells, at its times',
    async (name) => {
      const document: ScenarioDocument = parse(await readFile(`test/scenarios/${name}`, 'utf8'));
      const scenario = await readScenario(document, () => Promise.reject(new Error('The file is whole')));
      const expected = await foretell(scenario);
      clock = await FastClock.start();
      const arrived = await runScenarioInTime(clock, scenario, document);
      expect(byPerson(arrived)).toEqual(byPerson(expected));
      for (const { at, extId, text } of expected) {
        const late = (arrived.find((message) => message.extId === extId && message.text === text)?.at ?? 0) - at;
        expect(late, `${extId}: ${text}`).toBeGreaterThanOrEqual(0);
        expect(late, `${extId}: ${text}`).toBeLessThan(3 * TICK_MS);
      }
    },
    600_000,
  );
});

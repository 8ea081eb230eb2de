import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Output } from '../../runtime/output.js';
import { journeyTest } from './journey-test.js';

const JOURNEY = {
  name: 'nag',
  entry: { event: 'Cart' },
  steps: [{ wait: { id: 'day', for: '1d' } }, { send: { id: 'remind', message: 'cart' } }],
};
const SCENARIO = {
  journeys: [JOURNEY],
  journey: 'nag',
  start: '2026-03-02T09:00:00Z',
  messages: [{ name: 'cart', title: 'Cart', message: 'Hello @{event.x}', platforms: ['IOS'] }],
  people: [{ extId: 'ada' }],
  events: [{ at: '+1h', extId: 'ada', name: 'Cart', x: 7 }],
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenarios-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a scenario. @returns its lines, its result and the exit code */
async function run(scenario: unknown) {
  const file = join(folder, 'scenario.json');
  await writeFile(file, typeof scenario === 'string' ? scenario : JSON.stringify(scenario));
  const lines: string[] = [];
  const output = Object.assign(new Output({ json: true }), { tell: (line: string) => lines.push(line) });
  const outcome = await journeyTest({ values: {}, positionals: [file] }, output);
  return typeof outcome === 'number' ? { lines, code: outcome, result: null } : { ...outcome, lines };
}

describe('herald journey test', () => {
  it('A scenario that comes out as expected has no difference and the exit code 0', async () => {
    const expected = { sent: [{ at: '+1d1h', extId: 'ada', node: 'remind', text: 'Hello 7' }] };
    const { code, result, lines } = await run({ ...SCENARIO, expect: expected });
    expect(code).toBe(0);
    expect(lines).toEqual(['nag: 1 message to 1 person, as expected.']);
    expect(result).toMatchObject({ passed: true, differences: [], sent: [{ at: '+1d1h', node: 'remind' }] });
  });

  it('A message that leaves and is not expected is a difference with its time, person, node and text', async () => {
    const { code, lines } = await run(SCENARIO);
    expect(code).toBe(1);
    expect(lines).toEqual([
      '+1d1h ada remind: expected nothing, got Hello 7',
      'nag: 1 message to 1 person, 1 difference.',
    ]);
  });

  it('Another text, another time and another place are differences', async () => {
    const expected = {
      sent: [
        { at: '+1d1h', extId: 'ada', node: 'remind', text: 'Hello 8' },
        { at: '+2d', extId: 'ada', node: 'remind' },
      ],
      nothing: ['ada'],
      where: [
        { at: '+2h', extId: 'ada', node: 'remind' },
        { at: '+30m', extId: 'ada', left: 'GOAL' },
      ],
    };
    expect((await run({ ...SCENARIO, expect: expected })).lines).toEqual([
      '+30m ada: expected left (GOAL), got not inside',
      '+2h ada remind: expected at remind, got at day',
      '+1d1h ada remind: expected Hello 8, got Hello 7',
      '+1d1h ada remind: expected nothing, got a message',
      '+2d ada remind: expected a message, got nothing',
      'nag: 1 message to 1 person, 5 differences.',
    ]);
  });

  it.each([
    [{ people: [{ extId: 'ada' }, { extId: 'ada' }] }, 'people[1].extId: ada is listed twice'],
    [{ events: [{ at: 'soon', extId: 'ada', name: 'Cart' }] }, 'events[0].at should be a time after the start'],
    [{ events: [{ at: '+1h', extId: 'bob', name: 'Cart' }] }, 'events[0].extId: people has no bob'],
    [{ expect: { sent: [{ at: '+1h', extId: 'ada', node: 'day' }] } }, 'expect.sent[0].node: day is no send'],
    [{ expect: { snet: [] } }, 'expect.snet: unknown name, did you mean sent?'],
    [{ journey: 'other' }, "journey: no journey is called 'other'"],
    [{ start: 'today' }, 'start should be a time such as'],
    [{ app: {} }, 'the file should have one of app, journeys'],
    [{ journeys: [{ ...JOURNEY, steps: [{ wat: 1 }] }] }, 'journeys[0].steps[0].wat: unknown name'],
    [{ messages: [{ name: 'cart', platforms: ['FAX'] }] }, 'messages[0]'],
    [{ people: [{ extId: 'ada', holdouts: ['x'] }] }, "people[0].holdouts: no holdout is called 'x'"],
  ])('A scenario with a fault is refused with its place: %j', async (part, message) => {
    await expect(run({ ...SCENARIO, ...part })).rejects.toThrow(message);
  });

  it('A file that is no YAML is refused with its line', async () => {
    await expect(run('journey: [')).rejects.toThrow(/line 1/);
  });

  it('Three hundred people over ninety days come out as expected', async () => {
    const people = Array.from({ length: 300 }, (_, n) => ({ extId: `p${n}` }));
    const events = people.map(({ extId }, n) => ({ at: `+${n}m`, extId, name: 'Cart', x: n }));
    const expected = { sent: people.map(({ extId }, n) => ({ at: `+1d${n}m`, extId, node: 'remind' })) };
    expect((await run({ ...SCENARIO, people, events, expect: expected })).lines).toEqual([
      'nag: 300 messages to 300 people, as expected.',
    ]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOURNEYS_LAB, journeysFaults, runJourneys } from './journeys/journeys-run.js';
import { type Lab, openLab } from './lab.js';
import { faultsOf } from './kill-figures.js';
import { EVERYBODY, type KillPlan, killRounds } from './rounds.js';
import { ORDERLY, runScenario } from './scenarios.js';
import { backends } from '../../test/support/processes/backends.js';

/** A bound for the slowest machine. */
const LONGEST_MS = 900_000;
/** The full ring sets it, and then tries every scenario, on both queues. */
const KILLS = process.env['TEST_KILLS'];
const BACKENDS = KILLS === undefined ? backends().slice(0, 1) : backends();

describe.each(BACKENDS)('Campaigns under deaths of every process, queue on $name', ({ name }) => {
  let lab: Lab;

  beforeAll(async () => {
    lab = await openLab({ queue: name, workers: 1, recipients: 3000 });
  });

  afterAll(() => lab.stop());

  it(
    'A campaign loses no recipient and repeats none unlisted while its processes die',
    { timeout: LONGEST_MS },
    async () => {
      const deaths: string[] = [];
      // A single process that is frozen only costs time; freeze.e2e-spec.ts has two workers.
      const victims = { ...EVERYBODY, freeze: 0, stall: 0 };
      const log = (line: string) => deaths.push(line);
      const onTrace: KillPlan['onTrace'] = (trace, refusedAt) => {
        if (refusedAt >= 0) {
          log(`refused at ${refusedAt}: ${JSON.stringify(trace)}`);
        }
      };
      const plan = { seed: 42, kills: Number(KILLS ?? 3), victims, log, withinMs: LONGEST_MS / 2, onTrace };
      const figures = await killRounds(lab, plan);
      expect(faultsOf(figures), deaths.join('\n')).toEqual([]);
      expect(figures.planned).toBe(3000 * figures.rounds);
      expect(figures.kills_under_way).toBeGreaterThan(0);
      expect(figures.traces).toBeGreaterThan(0);
    },
  );

  it.each(scenariosOf(name))(
    'A campaign goes on after %s within 10 seconds, and loses and repeats no recipient',
    async (scenario) => {
      const { recovery_ms: recoveryMs, in_doubt: doubted, repeated: _, ...figures } = await runScenario(lab, scenario);
      expect(figures).toEqual({ scenario, planned: 3000, lost: 0, twice: 0, duplicates_unlisted: 0 });
      expect(recoveryMs).toBeLessThan(10_000);
      if (ORDERLY.includes(scenario)) {
        expect(doubted).toBe(0);
      }
    },
  );
});

describe('Journeys under deaths of every process', () => {
  it.runIf(KILLS !== undefined)(
    'People in journeys get what they should, once and when they may, while processes die',
    { timeout: LONGEST_MS },
    async () => {
      const lab = await openLab({ queue: 'postgres', workers: 2, recipients: 10, ...JOURNEYS_LAB });
      const deaths: string[] = [];
      try {
        const plan = { seed: 5, kills: 6, users: 300, log: (line: string) => void deaths.push(line) };
        const figures = await runJourneys(lab, plan);
        expect(journeysFaults(figures), deaths.join('\n')).toEqual([]);
        expect(figures).toMatchObject({ people: 300 * figures.rounds, kills: 6 });
      } finally {
        await lab.stop();
      }
    },
  );
});

/** Lists what differs by the queue for both; an update and the death of Postgres by itself, for one. */
function scenariosOf(queue: string): string[] {
  if (KILLS === undefined) {
    return ['postgres-kill'];
  }
  return queue === 'postgres' ? ['rolling-restart', 'postgres-kill', 'queue-lost'] : ['queue-lost'];
}

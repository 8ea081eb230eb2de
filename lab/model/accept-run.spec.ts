import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { acceptRun, type RunTrace } from './accept-run.js';
import { RUN_MUTATIONS } from './mutate-run.js';

/** Written by `npm run chaos -- --trace FILE`: deaths, freezes, pauses and doubts on every channel. */
const RUNS = readFileSync(new URL('recorded-runs.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RunTrace);
const MIN_CASES = 3;

describe('Traces of recorded runs', () => {
  it.each(RUNS.map((run, index) => ({ ...run, index })))(
    'The protocol accepts the recorded trace $index of $channel',
    (run) => {
      expect(acceptRun(run)).toEqual({ isAccepted: true, refusedAt: -1 });
    },
  );

  it('The recorded traces cover every channel and the facts that the model is about', () => {
    expect(new Set(RUNS.map(({ channel }) => channel))).toEqual(new Set(['apns', 'fcm', 'webpush', 'smtp', 'sms']));
    const facts = new Set(RUNS.flatMap(({ moments }) => moments.flat().map((fact) => fact.replace(/ \d/, ''))));
    for (const fact of ['claim', 'lapse', 'release', 'retry', 'taken', 'listed', 'failed', 'pause', 'resume']) {
      expect(facts).toContain(fact);
    }
  });

  it.each(Object.entries(RUN_MUTATIONS))('A recorded trace with %s is refused', (_, mutate) => {
    const mutants = RUNS.flatMap(({ channel, moments }) => {
      const mutated = mutate(moments);
      return mutated ? [{ channel, moments: mutated }] : [];
    });
    expect(mutants.length).toBeGreaterThanOrEqual(MIN_CASES);
    expect(mutants.filter((mutant) => acceptRun(mutant).isAccepted)).toEqual([]);
  });
});

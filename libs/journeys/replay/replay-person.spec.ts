import { describe, expect, it } from 'vitest';
import { Stretch } from '#platform/async';
import { MainThreadMeter, measureHeldLimit } from '../../../test/support/processes/main-thread-meter.js';
import { ReachHistory } from '../histories/reach-history.js';
import { ResultHistory } from '../histories/result-history.js';
import { SegmentHistory } from '../histories/segment-history.js';
import type { Journey } from '../model/journey.types.js';
import { compileProgram } from '../model/program.js';
import type { PartPerson, ReplayGround } from './replay-part.js';
import { replayPerson } from './replay-person.js';
import { ReplayPolicy } from './replay-policy.js';
import { ReplayTally } from './replay-tally.js';
import type { ReplayRun } from './replayed-version.js';

const EVENTS = 400_000;
const FROM = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

const JOURNEY: Journey = {
  appId: 1,
  journeyId: 1,
  version: 1,
  name: 'visits',
  state: 'on',
  definition: { entry: { event: 'Visit', again: 'always' }, steps: [{ kind: 'wait', id: 'moment', forMs: 1000 }] },
};
const POLICY = { appId: 1, zone: 'UTC', caps: [], quietHours: null, sendWindows: [], holdouts: [] };

const newRun = (): ReplayRun => ({
  journey: JOURNEY,
  program: compileProgram(JOURNEY.definition, 1),
  conditions: new Map(),
  targeted: new Map(),
  arrivals: new Map(),
  tally: new ReplayTally(),
});

/** A program that fires an event each minute for nine months. */
const BUSY: PartPerson = {
  events: {
    uid: 1,
    ids: new Int32Array(EVENTS).fill(7),
    times: Float64Array.from({ length: EVENTS }, (_, index) => FROM + index * MINUTE_MS),
  },
  arrivals: [],
};
const GROUND: ReplayGround = {
  names: new Map([[7, 'Visit']]),
  segments: new SegmentHistory(FROM),
  results: new ResultHistory(FROM),
  facts: {
    present: new Map(),
    reach: new Map(),
    reached: new ReachHistory([], new Map()),
    times: new Map(),
    countries: new Map(),
  },
  frame: {
    from: FROM,
    to: FROM + EVENTS * MINUTE_MS,
    zone: 'UTC',
    prices: [],
    asksCountries: false,
    policy: new ReplayPolicy(POLICY),
    followsPersons: false,
    offersFrequency: false,
    isDay: () => false,
  },
};

describe('The walk of a person with hundreds of thousands of events', () => {
  it('The thread does other work between events, and the visits of a day have their limit', async () => {
    const limit = measureHeldLimit();
    const run = newRun();
    const meter = new MainThreadMeter();
    await replayPerson(run, BUSY, GROUND, { stretch: new Stretch(), signal: undefined });
    const longestMs = meter.takeLongest();
    meter.stop();
    expect(longestMs).toBeLessThan(limit);
    const { entered, refused } = run.tally.toSums();
    // The first day has one more: its limit counts visits that ended.
    expect(entered + (refused['looped'] ?? 0)).toBe(EVENTS);
    expect(entered / (EVENTS / 1440)).toBeCloseTo(100, -1);
  });

  it('A signal ends the walk', async () => {
    const pace = { stretch: new Stretch(), signal: AbortSignal.abort() };
    await expect(replayPerson(newRun(), BUSY, GROUND, pace)).rejects.toThrow('aborted');
  });
});

import { CHANNELS, type Channel } from '#libs/channels';
import { CHANNEL_POLICIES } from '#libs/delivery';
import { type Comparison, NOTHING } from './compare-receipts.js';

/** Freezes that found a batch in flight, by channel. */
export type FrozenInFlight = Record<Channel, number>;

/** What a run of deaths came to. */
export interface KillFigures extends Comparison {
  seed: number;
  /** Deaths and freezes. */
  kills: number;
  /** Of those, workers that were frozen for longer than their lease and woke again. */
  freezes: number;
  rounds: number;
  /** Deaths between the launch of a campaign and its end, as far as the database could be asked. */
  kills_under_way: number;
  /** Campaigns that did not end in time: no other one follows, and the figures are those of the rounds before. */
  unfinished: number;
  /** The most that may be in doubt: what every worker can have in flight, for each death or freeze that can leave a doubt. */
  in_doubt_bound: number;
  frozen_in_flight: FrozenInFlight;
  seconds: number;
}

/** Chunks of campaigns that one worker sends at the same time, per channel: the default of CHUNK_CONCURRENCY. */
const CONCURRENT_CHUNKS = 2;

export function emptyFreezes(): FrozenInFlight {
  return Object.fromEntries(Object.keys(CHANNELS).map((name) => [name, 0])) as FrozenInFlight;
}

/** The most recipients that may be in doubt after some deaths of a worker or of Postgres. */
export function boundOf(deaths: number, workers: number): number {
  const inFlight = Object.values(CHANNEL_POLICIES).reduce(
    (sum, { batchSize: subBatch }) => sum + subBatch * CONCURRENT_CHUNKS,
    0,
  );
  return deaths * workers * inFlight;
}

/** What must not be, in words; empty when all is well. */
export function faultsOf(figures: KillFigures): string[] {
  const zero = [
    'lost',
    'twice',
    'unfounded',
    'duplicates_unlisted',
    'duplicates_sms',
    'duplicates_smtp',
    'other_ids',
  ] as const;
  return [
    ...(figures.unfinished === 0 ? [] : ['a campaign did not end in time']),
    ...zero.filter((name) => figures[name] !== 0).map((name) => `${name} is ${figures[name]}`),
    ...(figures.dispatches === figures.rounds
      ? []
      : [`${figures.rounds} campaigns were asked for, ${figures.dispatches} were made`]),
    ...(figures.in_doubt_by_crash <= figures.in_doubt_bound ? [] : ['more in doubt than deaths can explain']),
  ];
}

export function total(rounds: readonly Comparison[]): Comparison {
  const sum = { ...NOTHING };
  for (const round of rounds) {
    for (const name of Object.keys(round) as (keyof Comparison)[]) {
      sum[name] += round[name];
    }
  }
  return sum;
}

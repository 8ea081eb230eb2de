import { CHANNELS, type Channel, CHANNEL_POLICIES } from '#libs/channels/definitions';
import { type Comparison, NOTHING } from './compare-receipts.js';
import type { TraceFigures } from './traces/check-traces.js';
import type { TroubleKind } from './troubles/troubles.js';

/** Freezes that found a batch in flight, by channel. */
export type FrozenInFlight = Record<Channel, number>;

/** Figures of one campaign. */
export type RoundFigures = Comparison & TraceFigures;

/** Figures of a run of deaths. */
export interface KillFigures extends Comparison, TraceFigures {
  seed: number;
  /** Deaths and freezes. */
  kills: number;
  /** Workers that were frozen for longer than their lease and woke again. */
  freezes: number;
  rounds: number;
  /** Deaths between the launch of a campaign and its end, as far as the database could be asked. */
  kills_under_way: number;
  /** Campaigns that did not end in time: no other one follows, and the figures are those of the rounds before. */
  unfinished: number;
  /** The most that may be in doubt: what every worker can have in flight, for each death or freeze that can leave a doubt. */
  in_doubt_bound: number;
  frozen_in_flight: FrozenInFlight;
  /** How often each trouble happened. */
  troubles: Partial<Record<TroubleKind, number>>;
  /** Troubles that ended with an answer that they must not get. */
  failed_troubles: number;
  /** Processes that ended without having been killed. */
  ended_alone: number;
  /** Single sends that clients asked for, how often they asked, and how many dispatches came of it. */
  client_requests: number;
  client_attempts: number;
  client_sends: number;
  /** Campaigns that were approved by several people at a time, and approvals beyond the first of each. */
  approvals: number;
  approved_twice: number;
  /** Campaigns that began before midnight (UTC) and ended after it. */
  midnights: number;
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

/** Lists broken promises in words; empty when all are kept. */
export function faultsOf(figures: KillFigures): string[] {
  const zero = [
    'lost',
    'twice',
    'unfounded',
    'duplicates_unlisted',
    'duplicates_sms',
    'duplicates_smtp',
    'other_ids',
    'wrong_person',
    'inbox_twice',
    'tokens_left_dead',
    'traces_refused',
    'failed_troubles',
    'ended_alone',
    'approved_twice',
  ] as const;
  return [
    ...(figures.unfinished === 0 ? [] : ['a campaign did not end in time']),
    ...zero.filter((name) => figures[name] !== 0).map((name) => `${name} is ${figures[name]}`),
    ...(figures.dispatches === figures.rounds
      ? []
      : [`${figures.rounds} campaigns were asked for, ${figures.dispatches} were made`]),
    ...(figures.named > 0 || figures.accepted === 0
      ? []
      : ['no message named its user, so the wrong person would not be seen']),
    ...(figures.client_sends === figures.client_requests
      ? []
      : [`clients asked for ${figures.client_requests} single sends, ${figures.client_sends} were made`]),
    ...(figures.in_doubt_by_crash <= figures.in_doubt_bound ? [] : ['more in doubt than deaths can explain']),
  ];
}

export function total(rounds: readonly RoundFigures[]): RoundFigures {
  const sum = { ...NOTHING, traces: 0, traces_refused: 0 };
  for (const round of rounds) {
    for (const name of Object.keys(round) as (keyof RoundFigures)[]) {
      sum[name] += round[name];
    }
  }
  return sum;
}

/** The figures of two runs under one seed together. */
export function addFigures(left: KillFigures, right: KillFigures): KillFigures {
  const sums = Object.entries(left).map(([name, value]: [string, number | Record<string, number>]) => {
    const other = (right as unknown as Record<string, typeof value>)[name] ?? 0;
    return [name, typeof value === 'number' ? value + Number(other) : addCounts(value, other as typeof value)];
  });
  return { ...(Object.fromEntries(sums) as KillFigures), seed: left.seed };
}

/** Two sets of counts together. */
export function addCounts(left: Record<string, number>, right: Record<string, number>): Record<string, number> {
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return Object.fromEntries(names.map((name) => [name, (left[name] ?? 0) + (right[name] ?? 0)]));
}

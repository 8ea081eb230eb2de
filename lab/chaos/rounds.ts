import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHANNELS } from '#libs/channels/definitions';
import { DISPATCH_STATES } from '#libs/delivery';
import type { Database } from '#platform/db';
import { seeded } from '../../test/support/rooms/seeded-random.js';
import { retryCampaign, awaitEnd } from './retrying-client.js';
import { type Lab, PLATFORMS } from './lab.js';
import { openWork } from './open-work.js';
import type { RunTrace } from '../model/accept-run.js';
import { compare } from './compare-receipts.js';
import {
  boundOf,
  emptyFreezes,
  type FrozenInFlight,
  type KillFigures,
  type RoundFigures,
  total,
} from './kill-figures.js';
import { awaitSettled, fetchResults } from './witness.js';
import { checkTraces, NO_TRACES } from './traces/check-traces.js';
import { type Trouble, TROUBLE_SHARES, type TroubleKind } from './troubles/troubles.js';
import { type Kind, KINDS, type Victim } from './victims.js';
import { NAMED_TEXT } from './wrong-person.js';

export interface KillPlan {
  seed: number;
  kills: number;
  /** Kinds of victims, each with its share. */
  victims: Partial<Record<Kind, number>>;
  log: (line: string) => void;
  /** No campaign begins after this time. */
  maxMs?: number;
  /** Receives the traces of pairs of recipients, and where the model refused one; -1: it did not. */
  onTrace?: (trace: RunTrace, refusedAt: number) => void;
  /** How long a campaign may take after its last death; 10 minutes without it. */
  withinMs?: number;
}

/** Workers carry the campaign; the others are rarer in life, too. */
export const EVERYBODY: Record<Kind, number> = {
  worker: 0.4,
  freeze: 0.25,
  postgres: 0.1,
  shards: 0.1,
  gateway: 0.1,
  scheduler: 0.08,
  queue: 0.07,
  stall: 0.05,
};
/** Deaths of one campaign; more of them begin another campaign, as do deaths that are left at its end. */
const KILLS_PER_ROUND = 20;
/**
 * Deaths between the request and the launch, and their largest share; the others wait for the launch, so that they meet a
 * campaign under way.
 */
const EARLY_KILLS = { most: 3, share: 1 / 3 };
/** A provider takes a time between these, by campaign, so that batches are in flight when a process dies or is frozen. */
const LATENCY_MS: Record<string, readonly [number, number]> = {
  apns: [60, 500],
  fcm: [60, 500],
  webpush: [60, 800],
  smtp: [60, 300],
  sms: [60, 900],
};
const LONGEST_ROUND_MS = 600_000;
/** No provider takes longer than this for a message that has left, so nothing is under way after it. */
const QUIET_MS = 2000;

/** Campaigns on every channel, with providers that fail now and then, while parts of the product die at seeded moments. */
export async function killRounds(
  lab: Lab,
  { seed, kills, victims, log, maxMs = Infinity, withinMs = LONGEST_ROUND_MS, onTrace = () => undefined }: KillPlan,
): Promise<KillFigures> {
  const random = seeded(seed);
  const started = performance.now();
  const rounds: RoundFigures[] = [];
  const counted = { kills: 0, deadly: 0, freezes: 0, underWay: 0, failed: 0, midnights: 0 };
  const frozen = emptyFreezes();
  const troubles: Partial<Record<TroubleKind, number>> = {};
  let unfinished = 0;
  await awaitEvening(lab, log);
  while (counted.kills < kills && performance.now() - started < maxMs) {
    const due = Math.min(KILLS_PER_ROUND, kills - counted.kills);
    const early = Math.min(EARLY_KILLS.most, Math.floor(due * EARLY_KILLS.share));
    const after = await lastDispatch(lab);
    await lab.stack.simulators.clear();
    const latencies = drawLatencies(random);
    await lab.stack.simulators.faults(seed + counted.kills, faults(latencies, lab.troubles));
    const requestedAt = lab.now();
    lab.campaign.priorKey = lab.campaign.key;
    lab.campaign.key = undefined;
    const campaign = request(lab, rounds.length + 1);
    let isRefused = false;
    // It is waited for below; a failure before that must not end this process.
    campaign.catch(() => (isRefused = true));
    const latest = Date.now() + withinMs;
    let troubleCount = 0;
    for (let dealt = 0, hasBegun = false; dealt < due && Date.now() < latest;) {
      await sleep(200 + random() * 1000);
      const stage = await stageOf(lab, after);
      if (stage === 'over' || isRefused) {
        break;
      }
      hasBegun ||= stage === 'under way';
      const mayTrouble = hasBegun && lab.campaign.key !== undefined && troubleCount < TROUBLES_PER_ROUND;
      const trouble = mayTrouble ? drawTrouble(lab, random, dealt * 2 > due) : undefined;
      if (trouble) {
        troubleCount += 1;
        log(`trouble: ${trouble.kind}, campaign ${rounds.length + 1} is ${stage}`);
        troubles[trouble.kind] = (troubles[trouble.kind] ?? 0) + 1;
        counted.deadly += DEADLY.includes(trouble.kind) ? 1 : 0;
        await trouble.kill(random());
        continue;
      }
      const victim = hasBegun || dealt < early ? draw(lab.victims, victims, random) : undefined;
      if (victim) {
        log(`kill ${++counted.kills} of ${kills}: ${victim.kind}, campaign ${rounds.length + 1} is ${stage}`);
        dealt += 1;
        counted.underWay += stage === 'under way' ? 1 : 0;
        counted.deadly += DEADLY.includes(victim.kind) ? 1 : 0;
        await victim.kill(random());
        if (victim.kind === 'freeze') {
          counted.freezes += 1;
          await countInFlight(lab, frozen);
        }
      }
    }
    const key = await campaign;
    for (const ending of await Promise.allSettled([...lab.victims, ...lab.troubles].map((event) => event.back()))) {
      if (ending.status === 'rejected') {
        counted.failed += 1;
        log(`failed: ${String(ending.reason)}`);
      }
    }
    try {
      await awaitEnd(lab.stack, key, withinMs);
      await awaitQuiet(lab, after, withinMs);
    } catch (error) {
      unfinished += 1;
      log(`campaign ${rounds.length + 1} did not end: ${String(error)}`);
      log(await lab.look((db) => openWork(db, lab.queue, lab.stack.appId, key)));
      break;
    }
    const period = { key, after, requestedAt };
    const settledMs = await lab.look(awaitSettled);
    log(`campaign ${rounds.length + 1} is settled on every server after ${settledMs} ms`);
    await lab.look((db) => fetchResults(db, after));
    const comparison = await lab.look((db) => compare(db, lab, period));
    const options = { seed: seed + rounds.length, latencies, onTrace };
    const traces = await lab.look(async (db) =>
      // Without the order of the results no trace can be made.
      db.isDistributed ? NO_TRACES : checkTraces(db, lab, period, options),
    );
    const round = { ...comparison, ...traces };
    counted.midnights += dayOf(lab.now()) - dayOf(requestedAt);
    log(`campaign ${rounds.length + 1}: ${JSON.stringify(round)}`);
    rounds.push(round);
  }
  const { requests, attempts, approvals, approvedTwice } = lab.clients.counts;
  return {
    seed,
    kills: counted.kills,
    freezes: counted.freezes,
    troubles,
    failed_troubles: counted.failed,
    ended_alone: lab.endedAlone.length,
    rounds: rounds.length,
    kills_under_way: counted.underWay,
    unfinished,
    ...total(rounds),
    in_doubt_bound: boundOf(counted.deadly, lab.victims.filter(({ kind }) => kind === 'worker').length),
    frozen_in_flight: frozen,
    client_requests: requests,
    client_attempts: attempts,
    client_sends: await lab.look((db) => countSends(db, lab.clients.definitionKey)),
    approvals,
    approved_twice: approvedTwice,
    midnights: counted.midnights,
    seconds: Math.round((performance.now() - started) / 100) / 10,
  };
}

/** The campaign begins so long before midnight. */
const EVENING_MS = 8000;
const DAY_MS = 86_400_000;

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

async function awaitEvening({ midnightAt, now }: Lab, log: KillPlan['log']): Promise<void> {
  if (midnightAt !== undefined) {
    log(`midnight is in ${Math.round((midnightAt - now()) / 1000)} s`);
    await sleep(Math.max(0, midnightAt - EVENING_MS - now()));
  }
}

/** Asks for a campaign until it is granted, and for its approval where one is needed. */
async function request(lab: Lab, round: number): Promise<number> {
  const key = await retryCampaign(lab.stack, randomUUID(), message(round));
  lab.campaign.key = key;
  if (lab.hasApprovals) {
    await lab.clients.approve(key);
  }
  return key;
}

/** Nearly every second tick, so that troubles and deaths meet. */
const TROUBLE_CHANCE = 0.45;
/** Troubles of one campaign at most, so that a slow machine does not get ever more of them. */
const TROUBLES_PER_ROUND = 30;
/** While they last a process may fail to start. */
const OF_DATABASE: readonly string[] = ['read-only', 'locks', 'cuts'];

/**
 * Troubles of the database come one at a time, and while most processes run: else no process would ever start again.
 *
 * @param mayStop  the campaign has been under way for long enough
 */
function drawTrouble({ troubles, victims }: Lab, random: () => number, mayStop: boolean): Trouble | undefined {
  const isCalm =
    victims.filter(({ isDown }) => isDown).length * 2 < victims.length &&
    !troubles.some(({ kind, isDown }) => isDown && OF_DATABASE.includes(kind));
  const idle = troubles.filter(
    ({ kind, isDown }) => !isDown && (isCalm || !OF_DATABASE.includes(kind)) && (mayStop || kind !== 'stop'),
  );
  if (idle.length === 0 || random() > TROUBLE_CHANCE) {
    return undefined;
  }
  let point = random() * idle.reduce((sum, { kind }) => sum + TROUBLE_SHARES[kind], 0);
  return idle.find(({ kind }) => (point -= TROUBLE_SHARES[kind]) < 0);
}

async function countSends(db: Database, key: number): Promise<number> {
  const sql = 'SELECT count(*)::integer AS n FROM delivery.dispatch WHERE notification_key = $1';
  return (await db.row<{ n: number }>(sql, [key]))?.n ?? 0;
}

/** Troubles that may leave recipients in doubt. */
const DEADLY: readonly string[] = ['worker', 'freeze', 'postgres', 'shards', 'read-only', 'locks', 'cuts', 'clock'];

/** Counts for each channel that it has a batch in flight now. */
async function countInFlight({ look, stack }: Lab, frozen: FrozenInFlight): Promise<void> {
  const sql = 'SELECT DISTINCT channel FROM delivery.chunk WHERE app_id = $1 AND intent IS NOT NULL AND state = 0';
  // While the database is away, the freeze is counted for no channel.
  const rows = await look((db) => db.rows<{ channel: number }>(sql, [stack.appId])).catch(() => []);
  for (const name of Object.keys(frozen) as (keyof FrozenInFlight)[]) {
    frozen[name] += rows.some(({ channel }) => channel === CHANNELS[name]) ? 1 : 0;
  }
}

/** Waits until the single sends are over too, and the providers get nothing more: a worker that woke late may still send. */
async function awaitQuiet({ stack, look }: Lab, after: number, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  const open = 'SELECT count(*)::integer AS n FROM delivery.dispatch WHERE dispatch_id > $1 AND finished_at IS NULL';
  for (let last = ''; ;) {
    const row = await look((db) => db.row<{ n: number }>(open, [after]));
    const counts = JSON.stringify([row, await stack.simulators.counts()]);
    if (counts === last && row?.n === 0) {
      return;
    }
    if (Date.now() > end) {
      throw new Error(`${row?.n} sends are open, or the providers still get messages`);
    }
    last = counts;
    await sleep(QUIET_MS);
  }
}

type Stage = 'not launched' | 'under way' | 'over' | 'anywhere while the database is away';

/** The newest dispatch. */
export async function lastDispatch({ look }: Lab): Promise<number> {
  const row = await look((db) => db.row<{ n: number }>('SELECT max(dispatch_id) AS n FROM delivery.dispatch'));
  return row?.n ?? 0;
}

/** How far the campaign is that comes after a dispatch. */
async function stageOf(lab: Lab, after: number): Promise<Stage> {
  try {
    const row = await lab.look((db) =>
      db.row<{ state: number }>(
        `SELECT state FROM delivery.dispatch WHERE app_id = $1 AND dispatch_id > $2 AND lane = 'bulk'
          ORDER BY dispatch_id LIMIT 1`,
        [lab.stack.appId, after],
      ),
    );
    const { stored, launching, sending } = DISPATCH_STATES;
    const state = row?.state ?? stored;
    return state === stored || state === launching ? 'not launched' : state === sending ? 'under way' : 'over';
  } catch {
    return 'anywhere while the database is away';
  }
}

/**
 * Draws a living victim: the kind by its share, then one of that kind. Draws none while most are dead, or all workers:
 * a process takes longer to start than the time between deaths. A campaign without workers has nothing to lose.
 */
function draw(victims: readonly Victim[], shares: KillPlan['victims'], random: () => number): Victim | undefined {
  const mortal = victims.filter(({ kind }) => (shares[kind] ?? 0) > 0);
  const alive = mortal.filter(({ isDown }) => !isDown);
  const isWorkedOn = victims.some(({ kind, isDown }) => kind === 'worker' && !isDown);
  if (alive.length * 2 < mortal.length || alive.length === 0 || !isWorkedOn) {
    return undefined;
  }
  const kinds = KINDS.filter((kind) => alive.some((victim) => victim.kind === kind));
  const sum = kinds.reduce((all, kind) => all + (shares[kind] ?? 0), 0);
  let point = random() * sum;
  const kind = kinds.find((candidate) => (point -= shares[candidate] ?? 0) < 0);
  const chosen = alive.filter((victim) => victim.kind === kind);
  return chosen[Math.floor(random() * chosen.length)];
}

function message(round: number): object {
  return {
    title: `Chaos ${round}`,
    text: `Message ${round}, which must arrive once`,
    personalizedMessage: `Message ${round}, which must arrive once, ${NAMED_TEXT}`,
    inbox: true,
    platforms: PLATFORMS,
    iconUrl: 'https://example.com/icon.png',
  };
}

/** How long each provider takes to answer, in ms. */
function drawLatencies(random: () => number): Record<string, number> {
  return Object.fromEntries(
    Object.entries(LATENCY_MS).map(([provider, [least, most]]) => [
      provider,
      Math.round(least + random() * (most - least)),
    ]),
  );
}

/** Busy providers and cut connections; what a repeat mends, so that every recipient can end as sent. */
function faults(latencies: Readonly<Record<string, number>>, troubles: readonly Trouble[]): object[] {
  const slow = Object.entries(latencies).map(([provider, latencyMs]) => ({ provider, share: 1, latencyMs }));
  return [
    ...slow,
    ...(troubles.some(({ kind }) => kind === 'undo') ? DEAD_TOKENS : []),
    { provider: 'apns', share: 0.02, status: 503, reason: 'ServiceUnavailable', times: 1 },
    { provider: 'apns', share: 0.002, fault: 'goaway', times: 1 },
    { provider: 'apns', share: 0.002, fault: 'reset', when: 'after', times: 1 },
    { provider: 'fcm', share: 0.02, status: 503, times: 1 },
    { provider: 'fcm', share: 0.002, fault: 'reset', when: 'after', times: 1 },
    { provider: 'webpush', share: 0.02, status: 503, times: 1 },
    { provider: 'webpush', share: 0.002, fault: 'reset', when: 'before', times: 1 },
    { provider: 'sms', share: 0.01, fault: 'reset', when: 'after', times: 1 },
  ];
}

/** A token in a hundred is dead, as its provider says; the next campaign finds it alive. */
const DEAD_TOKENS = [
  { provider: 'apns', share: 0.01, status: 410, reason: 'Unregistered', times: 1 },
  { provider: 'fcm', share: 0.01, status: 404, reason: 'UNREGISTERED', times: 1 },
  { provider: 'webpush', share: 0.01, status: 410, times: 1 },
];

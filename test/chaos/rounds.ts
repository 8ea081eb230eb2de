import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHANNELS } from '#libs/channels';
import { DISPATCH_STATES } from '#libs/delivery';
import { seeded } from '../support/rooms/seeded-random.js';
import { retryCampaign, awaitEnd } from './retrying-client.js';
import { type Lab, PLATFORMS } from './lab.js';
import { openWork } from './open-work.js';
import { compare, type Comparison } from './compare-receipts.js';
import { boundOf, emptyFreezes, type FrozenInFlight, type KillFigures, total } from './kill-figures.js';
import { type Kind, KINDS, type Victim } from './victims.js';

export interface KillPlan {
  seed: number;
  kills: number;
  /** What may be killed, each with its share. */
  victims: Partial<Record<Kind, number>>;
  log: (line: string) => void;
  /** No campaign begins after this time. */
  maxMs?: number;
  /** How long a campaign may take after its last death; 10 minutes without it. */
  withinMs?: number;
}

/** Workers carry the campaign; the others are rarer in life, too. */
export const EVERYBODY: Record<Kind, number> = {
  worker: 0.4,
  freeze: 0.25,
  postgres: 0.1,
  gateway: 0.1,
  scheduler: 0.08,
  queue: 0.07,
};
/** Deaths of one campaign; more begin another one, and so do those that are left when it is over. */
const KILLS_PER_ROUND = 20;
/** Deaths between the request and the launch; the others wait for the launch, so that they meet a campaign under way. */
const EARLY_KILLS = 3;
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
  { seed, kills, victims, log, maxMs = Infinity, withinMs = LONGEST_ROUND_MS }: KillPlan,
): Promise<KillFigures> {
  const random = seeded(seed);
  const started = performance.now();
  const rounds: Comparison[] = [];
  const counted = { deadly: 0, freezes: 0, underWay: 0 };
  const frozen = emptyFreezes();
  let unfinished = 0;
  let done = 0;
  while (done < kills && performance.now() - started < maxMs) {
    const due = Math.min(KILLS_PER_ROUND, kills - done);
    const earlier = await dispatchesOf(lab);
    await lab.stack.simulators.clear();
    await lab.stack.simulators.faults(seed + done, faults(random));
    const campaign = retryCampaign(lab.stack, randomUUID(), message(rounds.length + 1));
    const latest = Date.now() + withinMs;
    for (let dealt = 0, hasBegun = false; dealt < due && Date.now() < latest;) {
      await sleep(200 + random() * 1000);
      const stage = await stageOf(lab, earlier);
      if (stage === 'over') {
        break;
      }
      hasBegun ||= stage === 'under way';
      const victim = hasBegun || dealt < EARLY_KILLS ? draw(lab.victims, victims, random) : undefined;
      if (victim) {
        log(`kill ${++done} of ${kills}: ${victim.kind}, campaign ${rounds.length + 1} is ${stage}`);
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
    await Promise.all(lab.victims.map((victim) => victim.back()));
    try {
      await awaitEnd(lab.stack, key, withinMs);
      await awaitQuiet(lab);
    } catch (error) {
      unfinished += 1;
      log(`campaign ${rounds.length + 1} did not end: ${String(error)}`);
      log(await lab.look((db) => openWork(db, lab.queue, lab.stack.appId, key)));
      break;
    }
    const round = await lab.look((db) => compare(db, lab.stack.simulators, lab.stack.appId, key));
    log(`campaign ${rounds.length + 1}: ${JSON.stringify(round)}`);
    rounds.push(round);
  }
  return {
    seed,
    kills: done,
    freezes: counted.freezes,
    rounds: rounds.length,
    kills_under_way: counted.underWay,
    unfinished,
    ...total(rounds),
    in_doubt_bound: boundOf(counted.deadly, lab.victims.filter(({ kind }) => kind === 'worker').length),
    frozen_in_flight: frozen,
    seconds: Math.round((performance.now() - started) / 100) / 10,
  };
}

/** Victims whose fall may leave recipients in doubt. */
const DEADLY: readonly Kind[] = ['worker', 'freeze', 'postgres'];

/** Counts for each channel that it has a batch in flight now. */
async function countInFlight({ look, stack }: Lab, frozen: FrozenInFlight): Promise<void> {
  const sql = 'SELECT DISTINCT channel FROM delivery.chunk WHERE app_id = $1 AND intent IS NOT NULL AND state = 0';
  // While the database is away, the freeze is counted for no channel.
  const rows = await look((db) => db.rows<{ channel: number }>(sql, [stack.appId])).catch(() => []);
  for (const name of Object.keys(frozen) as (keyof FrozenInFlight)[]) {
    frozen[name] += rows.some(({ channel }) => channel === CHANNELS[name]) ? 1 : 0;
  }
}

/** Waits until the providers get nothing more: a worker that woke late may send after the end of its campaign. */
async function awaitQuiet({ stack }: Lab): Promise<void> {
  for (let last = ''; ;) {
    const counts = JSON.stringify(await stack.simulators.counts());
    if (counts === last) {
      return;
    }
    last = counts;
    await sleep(QUIET_MS);
  }
}

type Stage = 'not launched' | 'under way' | 'over' | 'anywhere while the database is away';

async function dispatchesOf({ look, stack }: Lab): Promise<number> {
  const sql = 'SELECT count(*)::integer AS n FROM delivery.dispatch WHERE app_id = $1';
  return (await look((db) => db.row<{ n: number }>(sql, [stack.appId])))?.n ?? 0;
}

/** How far the campaign is that comes after so many dispatches. */
async function stageOf(lab: Lab, earlier: number): Promise<Stage> {
  try {
    const row = await lab.look((db) =>
      db.row<{ state: number }>(
        'SELECT state FROM delivery.dispatch WHERE app_id = $1 ORDER BY dispatch_id OFFSET $2 LIMIT 1',
        [lab.stack.appId, earlier],
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
 * Somebody who is alive: the kind by its share, then one of that kind. Nobody while most are dead, or all workers: a process
 * takes longer to start than deaths are apart, and a campaign that nobody works on has nothing to lose.
 */
function draw(victims: readonly Victim[], shares: KillPlan['victims'], random: () => number): Victim | undefined {
  const alive = victims.filter(({ kind, isDown }) => !isDown && (shares[kind] ?? 0) > 0);
  const isWorkedOn = victims.some(({ kind, isDown }) => kind === 'worker' && !isDown);
  if (alive.length * 2 < victims.length || !isWorkedOn) {
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
    platforms: PLATFORMS,
    iconUrl: 'https://example.com/icon.png',
  };
}

/** Busy providers and cut connections; what a repeat mends, so that every recipient can end as sent. */
function faults(random: () => number): object[] {
  const slow = Object.entries(LATENCY_MS).map(([provider, [least, most]]) => ({
    provider,
    share: 1,
    latencyMs: Math.round(least + random() * (most - least)),
  }));
  return [
    ...slow,
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

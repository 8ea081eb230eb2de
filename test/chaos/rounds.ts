import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHANNEL_POLICIES, DISPATCH_STATES } from '#libs/delivery';
import { seeded } from '../support/rooms/seeded-random.js';
import { retryCampaign, awaitEnd } from './retrying-client.js';
import { type Lab, PLATFORMS } from './lab.js';
import { openWork } from './open-work.js';
import { compare, type Comparison, NOTHING } from './compare-receipts.js';
import { type Kind, KINDS, type Victim } from './victims.js';

export interface KillPlan {
  seed: number;
  kills: number;
  /** What may be killed, each with its share. */
  victims: Partial<Record<Kind, number>>;
  log: (line: string) => void;
  /** How long a campaign may take after its last death; 10 minutes without it. */
  withinMs?: number;
}

export interface KillFigures extends Comparison {
  seed: number;
  kills: number;
  rounds: number;
  /** Deaths between the launch of a campaign and its end, as far as the database could be asked. */
  kills_under_way: number;
  /** Campaigns that did not end in time: no other one follows, and the figures are those of the rounds before. */
  unfinished: number;
  /** The most that deaths may leave in doubt: what every worker can have in flight, for each death of a worker or of Postgres. */
  in_doubt_bound: number;
  seconds: number;
}

/** Workers carry the campaign; the others are rarer in life, too. */
export const EVERYBODY: Record<Kind, number> = {
  worker: 0.5,
  postgres: 0.15,
  gateway: 0.15,
  scheduler: 0.1,
  queue: 0.1,
};

/** Chunks of campaigns that one worker sends at the same time, per channel: the default of CHUNK_CONCURRENCY. */
const CONCURRENT_CHUNKS = 2;
/** Deaths of one campaign; more begin another one, and so do those that are left when it is over. */
const KILLS_PER_ROUND = 20;
/** Deaths between the request and the launch; the others wait for the launch, so that they meet a campaign under way. */
const EARLY_KILLS = 3;
/** Every provider takes this long, so that sub-batches are in flight when somebody dies. */
const LATENCY_MS = 60;
const LONGEST_ROUND_MS = 600_000;

/** Campaigns on every channel, with providers that fail now and then, while parts of the product die at seeded moments. */
export async function killRounds(
  lab: Lab,
  { seed, kills, victims, log, withinMs = LONGEST_ROUND_MS }: KillPlan,
): Promise<KillFigures> {
  const random = seeded(seed);
  const started = performance.now();
  const rounds: Comparison[] = [];
  let deadly = 0;
  let underWay = 0;
  let unfinished = 0;
  for (let done = 0; done < kills;) {
    const due = Math.min(KILLS_PER_ROUND, kills - done);
    const earlier = await dispatchesOf(lab);
    await lab.stack.simulators.clear();
    await lab.stack.simulators.faults(seed + done, faults());
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
        underWay += stage === 'under way' ? 1 : 0;
        deadly += victim.kind === 'worker' || victim.kind === 'postgres' ? 1 : 0;
        await victim.kill();
      }
    }
    const key = await campaign;
    await Promise.all(lab.victims.map((victim) => victim.back()));
    try {
      await awaitEnd(lab.stack, key, withinMs);
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
  const inFlight = Object.values(CHANNEL_POLICIES).reduce(
    (sum, { batchSize: subBatch }) => sum + subBatch * CONCURRENT_CHUNKS,
    0,
  );
  const workers = lab.victims.filter(({ kind }) => kind === 'worker').length;
  return {
    seed,
    kills,
    rounds: rounds.length,
    kills_under_way: underWay,
    unfinished,
    ...total(rounds),
    in_doubt_bound: deadly * workers * inFlight,
    seconds: Math.round((performance.now() - started) / 100) / 10,
  };
}

/** What must not be, in words; empty when all is well. */
export function faultsOf(figures: KillFigures): string[] {
  const zero = ['lost', 'twice', 'unfounded', 'duplicates_unlisted', 'duplicates_sms', 'other_ids'] as const;
  return [
    ...(figures.unfinished === 0 ? [] : ['a campaign did not end in time']),
    ...zero.filter((name) => figures[name] !== 0).map((name) => `${name} is ${figures[name]}`),
    ...(figures.dispatches === figures.rounds
      ? []
      : [`${figures.rounds} campaigns were asked for, ${figures.dispatches} were made`]),
    ...(figures.in_doubt_by_crash <= figures.in_doubt_bound ? [] : ['more in doubt than deaths can explain']),
  ];
}

function total(rounds: readonly Comparison[]): Comparison {
  const sum = { ...NOTHING };
  for (const round of rounds) {
    for (const name of Object.keys(round) as (keyof Comparison)[]) {
      sum[name] += round[name];
    }
  }
  return sum;
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
function faults(): object[] {
  const slow = ['apns', 'fcm', 'webpush', 'smtp', 'sms'].map((provider) => ({
    provider,
    share: 1,
    latencyMs: LATENCY_MS,
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

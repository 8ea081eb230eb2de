import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../../test/support/rooms/seeded-random.js';
import { type Lab, type LabOptions, PLATFORMS } from '../lab.js';
import { awaitEnd, retryCampaign } from '../retrying-client.js';
import { insist } from '../victims.js';
import { listMembers, listResults, listSeenMembers, ReceivedResults } from './feed-ledger.js';
import { createMemberChanges } from './members-subscriber.js';

export interface FeedPlan {
  seed: number;
  kills: number;
  /** No kill and no campaign begins after this time. */
  maxMs: number;
  log: (line: string) => void;
}

/** Figures of the subscribers of the change feed beside the stored rows. */
export interface FeedFigures {
  kills: number;
  campaigns: number;
  /** Results of sends with a hook. */
  results: number;
  /** Results of them that the endpoint did not get. */
  missing: number;
  /** The endpoint got them, and they are not stored. */
  foreign: number;
  /** The endpoint got them by two different requests. */
  twice: number;
  /** Requests that came again under their id. */
  repeats: number;
  /** Webhook deliveries that are left. */
  left: number;
  merges: number;
  switches: number;
  joins: number;
  leaves: number;
  contradictions: number;
  members: number;
  /** Users that are members without a join in the feed, or the other way round. */
  wrong_members: number;
  seconds: number;
}

/** The product of this run: two of each process that is killed, and schedulers with one more subscriber. */
export const FEED_LAB: Partial<LabOptions> = {
  workers: 2,
  schedulers: 2,
  schedulerPreload: 'dist/lab/chaos/feed/register-members.js',
  troubles: new Set(['merges']),
};

const SEGMENT = 'adults';
const RULES = [18, 40] as const;
const LONGEST_CAMPAIGN_MS = 600_000;
const LONGEST_SETTLING_MS = 300_000;
/** Users whose age changes with one request. */
const AGING = 40;
/** Anonymous users of the lab. */
const MAX_MERGES = 50;
const LATENCY_MS = 250;
/** Kills of the last process of its kind, of those that are drawn. */
const LAST_SHARE = 0.3;
/** The endpoint refuses some requests, so that attempts are repeated. */
const ANSWERS = [200, 503, 200, 200, 500, 200];

/** Campaigns with a webhook and users who join and leave a segment, while workers and schedulers are killed. */
export async function runFeed(lab: Lab, { seed, kills, maxMs, log }: FeedPlan): Promise<FeedFigures> {
  const random = seeded(seed);
  const started = performance.now();
  const received = new ReceivedResults();
  await lab.look(createMemberChanges);
  // An application file calculates segments in this process.
  await import('./register-members.js');
  await applyRule(lab, RULES[0]);
  await awaitState(async () => isServed(lab));
  await setAgesOfDevices(lab);
  const counts = { kills: 0, campaigns: 0, merges: 0, switches: 0 };
  const isOver = (): boolean => counts.kills >= kills || performance.now() - started > maxMs;
  await Promise.all([
    killProcesses(lab, random, isOver, (kind) => log(`kill ${++counts.kills} of ${kills}: ${kind}`)),
    repeat(isOver, 300, () => setAges(lab, random)),
    repeat(isOver, 2500, async () => {
      if (counts.merges < MAX_MERGES) {
        counts.merges += 1;
        await lab.people.merge(random());
      }
    }),
    repeat(isOver, 9000, async () => {
      counts.switches += 1;
      await insist(() => applyRule(lab, RULES[counts.switches % RULES.length] ?? RULES[0]));
    }),
    sendCampaigns(lab, received, isOver, () => log(`campaign ${++counts.campaigns} is over`)),
  ]);
  await Promise.all(lab.victims.map((victim) => victim.back()));
  const readings = { results: 0, missing: 0, foreign: 0, left: 0, joins: 0, leaves: 0, contradictions: 0, members: 0 };
  const figures = { ...counts, ...readings, wrong_members: 0, twice: 0, repeats: 0, seconds: 0 };
  await awaitState(async () => {
    Object.assign(figures, await readFigures(lab, received));
    return feedFaults(figures).length === 0;
  });
  return { ...figures, seconds: Math.round((performance.now() - started) / 1000) };
}

/** Figures that must be zero. */
export function feedFaults(figures: FeedFigures): string[] {
  const { missing, foreign, twice, left, contradictions, wrong_members: wrong } = figures;
  return Object.entries({ missing, foreign, twice, left, contradictions, wrong_members: wrong }).flatMap(
    ([name, count]) => (count > 0 ? [`${name}: ${count}`] : []),
  );
}

async function readFigures(lab: Lab, received: ReceivedResults): Promise<Partial<FeedFigures>> {
  await received.read(lab.stack.simulators.base);
  return lab.look(async (db) => {
    const results = await listResults(db, lab.stack.appId);
    const reported = received.keys();
    const members = await listMembers(db, SEGMENT);
    const { members: seen, joins, leaves, contradictions } = await listSeenMembers(db);
    const open = await db.row<{ n: number }>('SELECT count(*) AS n FROM delivery.hook_call');
    return {
      results: results.size,
      missing: countOthers(results, reported),
      foreign: countOthers(reported, results),
      twice: received.countTwice(),
      repeats: received.countRepeats(),
      left: open?.n ?? 0,
      joins,
      leaves,
      contradictions,
      members: members.length,
      wrong_members: countOthers(members, new Set(seen)) + countOthers(seen, new Set(members)),
    };
  });
}

function countOthers<T>(items: Iterable<T>, known: ReadonlySet<T>): number {
  return [...items].filter((item) => !known.has(item)).length;
}

async function killProcesses(
  lab: Lab,
  random: () => number,
  isOver: () => boolean,
  onKill: (kind: string) => void,
): Promise<void> {
  while (!isOver()) {
    await sleep(1000 + random() * 4000);
    const drawn = random() < 0.5 ? 'worker' : 'scheduler';
    const alive = lab.victims.filter(({ kind, isDown }) => kind === drawn && !isDown);
    const victim = alive[Math.floor(random() * alive.length)];
    // Mostly another one goes on with the work.
    if (victim && (alive.length > 1 || random() < LAST_SHARE)) {
      onKill(victim.kind);
      await victim.kill(random());
    }
  }
}

async function sendCampaigns(
  lab: Lab,
  received: ReceivedResults,
  isOver: () => boolean,
  onEnd: () => void,
): Promise<void> {
  const { simulators } = lab.stack;
  const slow = ['apns', 'fcm', 'webpush', 'smtp', 'sms'];
  await simulators.faults(
    1,
    slow.map((provider) => ({ provider, share: 1, latencyMs: LATENCY_MS })),
  );
  while (!isOver()) {
    await fetch(`${simulators.base}/hook-answers`, {
      method: 'POST',
      body: JSON.stringify({ statuses: ANSWERS }),
      headers: { 'content-type': 'application/json' },
    });
    const key = await retryCampaign(lab.stack, randomUUID(), {
      title: 'Feed',
      text: 'A message whose result is reported',
      platforms: PLATFORMS,
      iconUrl: 'https://example.com/icon.png',
      hook: { name: 'crm' },
    });
    await awaitEnd(lab.stack, key, LONGEST_CAMPAIGN_MS);
    await received.read(simulators.base);
    onEnd();
  }
}

/** Some users get another age, so some of them join or leave. */
async function setAges(lab: Lab, random: () => number): Promise<void> {
  const names = [...lab.nameByAddress.values()];
  const users = Array.from({ length: AGING }, () => ({
    extId: names[Math.floor(random() * names.length)],
    profile: { age: Math.floor(random() * 60) },
  }));
  await insist(() => lab.stack.rest.register(users));
}

/** Anonymous users are members until they are merged into known ones. */
async function setAgesOfDevices(lab: Lab): Promise<void> {
  for (const { registered } of lab.people.devices.filter(({ isAnonymous }) => isAnonymous)) {
    await lab.stack.rest.sdk('users/profile', { ...registered, profile: { age: 30 } });
  }
}

/** A rule with another meaning is another version of the segment. */
async function applyRule(lab: Lab, least: number): Promise<void> {
  await lab.apply({ segments: [{ name: SEGMENT, target: { profile: { age: { $gte: least } } } }] });
}

async function isServed(lab: Lab): Promise<boolean> {
  return lab.look(async (db) => {
    const row = await db.row<{ version: number | null }>(
      'SELECT g.current_version AS version FROM audience.segment AS g WHERE g.name = $1',
      [SEGMENT],
    );
    return typeof row?.version === 'number';
  });
}

async function repeat(isOver: () => boolean, pauseMs: number, work: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await work();
    await sleep(pauseMs);
  }
}

/** Waits for a state. Who asks again after the time sees what is wrong. */
async function awaitState(isReached: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + LONGEST_SETTLING_MS;
  while (!(await isReached()) && Date.now() < end) {
    await sleep(1000);
  }
}

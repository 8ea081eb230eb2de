import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../../test/support/rooms/seeded-random.js';
import { listDoubted } from '../doubted-people.js';
import type { Lab, LabOptions } from '../lab.js';
import { retryUntil } from '../retrying-client.js';
import { KINDS, type Kind } from '../victims.js';
import { makeQuiet, type Message, setUpJourneys } from './journey-file.js';
import { type JourneyPerson, makePeople } from './journey-people.js';
import { type FoundWork, MANY_PEOPLE, OPEN_WORK, OpenTransactions, type OpenWork } from './open-transactions.js';
import { readReceipt, NO_REMINDERS, recountPerson, type Receipt, type ReminderCount } from './recount-reminders.js';
import { sendWave } from './send-wave.js';

export interface JourneysPlan {
  seed: number;
  kills: number;
  /** People of one round. */
  users: number;
  /** No round begins after this time. */
  maxMs?: number;
  log: (line: string) => void;
}

export interface JourneysFigures extends ReminderCount {
  users: number;
  kills: number;
  by_kind: Partial<Record<Kind, number>>;
  /** Work of journeys that was under way at the kills. */
  open: Record<OpenWork, number>;
  /** Kills with many people in the transaction. */
  open_many: number;
  rounds: number;
  carts: number;
  purchases: number;
  /** Processes that ended without having been killed. */
  ended_alone: number;
  seconds: number;
}

export const JOURNEYS_LAB: Partial<LabOptions> = { workers: 2, schedulers: 2, gateways: 2, recipients: 10 };

const SHARES: Partial<Record<Kind, number>> = {
  scheduler: 0.36,
  stall: 0.12,
  worker: 0.2,
  freeze: 0.06,
  postgres: 0.1,
  gateway: 0.1,
  queue: 0.06,
};
const WAVE_MS = 2000;
/** A round begins at least so long before its quiet hours end, at a full minute. */
const LEAST_MS = 40_000;
/** Kills meet the messages that left after the quiet hours too. */
const AFTER_QUIET_MS = 8000;
const MINUTE_MS = 60_000;
/** How long a kill waits for a transaction of journeys. */
const AIM_MS = 15_000;
const LATENCY_MS = 60;
const LONGEST_MS = 600_000;
const CALM_MS = 2000;
const PROVIDERS = ['apns', 'smtp', 'sms'] as const;

/** People who join, leave carts and buy, in waves, while processes die; then a recount of what they got. */
export async function runJourneys(lab: Lab, plan: JourneysPlan): Promise<JourneysFigures> {
  const { kills, users, log, maxMs = Infinity } = plan;
  const random = seeded(plan.seed);
  const started = performance.now();
  const messages = await setUpJourneys(lab);
  const figures: JourneysFigures = {
    users,
    kills: 0,
    by_kind: {},
    open: Object.fromEntries(OPEN_WORK.map((work) => [work, 0])) as Record<OpenWork, number>,
    open_many: 0,
    rounds: 0,
    carts: 0,
    purchases: 0,
    ...NO_REMINDERS,
    ended_alone: 0,
    seconds: 0,
  };
  const transactions = new OpenTransactions(() => lab.postgres.url);
  while ((figures.kills < kills && performance.now() - started < maxMs) || figures.rounds === 0) {
    await lab.stack.simulators.clear();
    await lab.stack.simulators.faults(plan.seed + figures.rounds, [
      ...PROVIDERS.map((provider) => ({ provider, share: 1, latencyMs: LATENCY_MS })),
      { provider: 'apns', share: 0.02, status: 503, reason: 'ServiceUnavailable', times: 1 },
    ]);
    const quietUntil = new Date(Math.ceil((Date.now() + LEAST_MS) / MINUTE_MS) * MINUTE_MS);
    await makeQuiet(lab, quietUntil);
    const people = makePeople(random, figures.rounds * users, users);
    const killing = killProcesses(lab, random, transactions, {
      isOver: () => figures.kills >= kills || Date.now() > quietUntil.getTime() + AFTER_QUIET_MS,
      onKill: (kind, { work, people: inside }) => {
        figures.kills += 1;
        figures.by_kind[kind] = (figures.by_kind[kind] ?? 0) + 1;
        figures.open[work] += 1;
        figures.open_many += inside >= MANY_PEOPLE ? 1 : 0;
        log(
          `kill ${figures.kills} of ${kills}: ${kind}, ${work} of ${inside} people is open, round ${figures.rounds + 1}`,
        );
      },
    });
    await Promise.all([sendWaves(lab, people, quietUntil.getTime()), killing]);
    await Promise.all(lab.victims.map((victim) => victim.back()));
    await sleep(Math.max(0, quietUntil.getTime() - Date.now()));
    await awaitCalm(lab, log);
    figures.rounds += 1;
    figures.carts += people.reduce((sum, { carts }) => sum + carts.length, 0);
    figures.purchases += people.reduce(
      (sum, { carts }) => sum + carts.filter(({ answeredAt }) => answeredAt !== undefined).length,
      0,
    );
    figures.ended_alone = lab.endedAlone.length;
    await recount(lab, people, { messages, quietUntil: quietUntil.getTime(), log, figures });
    log(`round ${figures.rounds}: ${JSON.stringify(figures)}`);
  }
  await transactions.end();
  return { ...figures, seconds: Math.round((performance.now() - started) / 1000) };
}

const ZERO = [
  'lost',
  'duplicates_unlisted',
  'twice',
  'reminded_after_purchase',
  'inside_quiet',
  'over_cap',
  'under_cap',
  'stale',
  'ended_alone',
] as const;

/** Figures that must be zero, and work that must have been done. */
export function journeysFaults(figures: JourneysFigures): string[] {
  return [
    ...ZERO.flatMap((name) => (figures[name] === 0 ? [] : [`${name}: ${figures[name]}`])),
    ...(figures.receipts === 0 ? ['no message came'] : []),
  ];
}

/** A run whose kills met no work shows little. */
export function missedAims({ kills, open }: JourneysFigures): string[] {
  return open.none * 2 > kills ? [`${open.none} of ${kills} kills met no work of journeys`] : [];
}

/** Waves begin at equal pauses, whichever of the earlier ones still wait for an answer. */
async function sendWaves(lab: Lab, people: readonly JourneyPerson[], until: number): Promise<void> {
  const count = Math.max(1, Math.floor((until - Date.now()) / WAVE_MS));
  const size = Math.ceil(people.length / count);
  const waves: Promise<void>[] = [];
  for (let from = 0; from < people.length; from += size) {
    const wave = sendWave(lab, people.slice(from, from + size));
    // It is waited for below; a failure before that must not end this process.
    wave.catch(() => undefined);
    waves.push(wave);
    await sleep(WAVE_MS);
  }
  await Promise.all(waves);
}

async function killProcesses(
  lab: Lab,
  random: () => number,
  transactions: OpenTransactions,
  { isOver, onKill }: { isOver: () => boolean; onKill: (kind: Kind, open: FoundWork) => void },
): Promise<void> {
  while (!isOver()) {
    await sleep(200 + random() * 900);
    const kinds = KINDS.filter((kind) => lab.victims.some((victim) => victim.kind === kind && !victim.isDown));
    let point = random() * kinds.reduce((sum, kind) => sum + (SHARES[kind] ?? 0), 0);
    const drawn = kinds.find((kind) => (point -= SHARES[kind] ?? 0) < 0);
    const open = await transactions.find(AIM_MS);
    const alive = lab.victims.filter(({ kind, isDown }) => kind === drawn && !isDown);
    const victim = alive[Math.floor(random() * alive.length)];
    if (victim && !isOver()) {
      onKill(victim.kind, open);
      await victim.kill(random());
    }
  }
}

/** Waits until no person is inside, the feed is applied, every send is finished, and the providers get nothing more. */
async function awaitCalm(lab: Lab, log: (line: string) => void): Promise<void> {
  let last = '';
  await retryUntil(LONGEST_MS, async () => {
    const row = await lab.look((db) =>
      db.row<{ visits: number; sends: number; unread: boolean }>(OPEN, [lab.stack.appId]),
    );
    const now = JSON.stringify([row, await lab.stack.simulators.counts()]);
    const isCalm = now === last && row?.visits === 0 && row.sends === 0 && !row.unread;
    last = now;
    await sleep(CALM_MS);
    return isCalm ? true : undefined;
  }).catch((error: unknown) => {
    log(`not calm: ${last}`);
    throw error;
  });
}

const OPEN = `
  SELECT (SELECT count(*)::integer FROM journeys.visit AS v WHERE v.app_id = $1) AS visits,
         (SELECT count(*)::integer FROM delivery.dispatch AS d WHERE d.app_id = $1 AND d.finished_at IS NULL) AS sends,
         EXISTS (SELECT FROM platform.outbox AS o JOIN platform.feed_position AS p ON p.app_id = o.app_id
                  WHERE o.app_id = $1 AND p.subscriber = 'journeys' AND o.kind = 'event'
                    AND NOT pg_visible_in_snapshot(o.xid, p.position)) AS unread`;

interface Recount {
  messages: ReadonlyMap<number, Message>;
  quietUntil: number;
  figures: JourneysFigures;
  log: (line: string) => void;
}

/** Adds the people of a round to the figures, and logs each broken promise. */
async function recount(
  lab: Lab,
  people: readonly JourneyPerson[],
  { messages, quietUntil, figures, log }: Recount,
): Promise<void> {
  const owners = new Map(people.map(({ address, extId }) => [tokenOf(address), extId]));
  const receipts = new Map<string, Receipt[]>();
  for (const provider of PROVIDERS) {
    for await (const delivery of lab.stack.simulators.everyDelivery(provider)) {
      const extId = owners.get(delivery.token);
      const receipt = readReceipt(delivery);
      if (extId !== undefined && receipt) {
        receipts.set(extId, [...(receipts.get(extId) ?? []), receipt]);
      }
    }
  }
  const doubted = new Map<string, Set<Message>>();
  for (const { extId, key } of await listDoubted(lab, [...messages.keys()])) {
    const message = messages.get(key);
    const own = doubted.get(extId) ?? new Set<Message>();
    doubted.set(extId, message ? own.add(message) : own);
  }
  for (const person of people) {
    const own = receipts.get(person.extId) ?? [];
    const count = recountPerson(person, own, doubted.get(person.extId) ?? new Set(), quietUntil);
    (Object.keys(count) as (keyof ReminderCount)[]).forEach((name) => (figures[name] += count[name]));
    if (ZERO.some((name) => name in count && count[name as keyof ReminderCount] > 0)) {
      log(`broken: ${JSON.stringify({ person, own, count, doubted: [...(doubted.get(person.extId) ?? [])] })}`);
    }
  }
}

function tokenOf(address: JourneyPerson['address']): string {
  return 'deviceToken' in address ? address.deviceToken : 'email' in address ? address.email : address.msisdn;
}

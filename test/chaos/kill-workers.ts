import { setTimeout as sleep } from 'node:timers/promises';
import { readMessageId } from '#libs/delivery';
import { type Reach, reachableUsers } from '../support/reachable-users.js';
import { seeded } from '../support/seeded.js';
import type { Stack } from '../support/stack.js';

export interface KillPlan {
  seed: number;
  kills: number;
  /** Recipients in all, spread over the platforms. */
  recipients: number;
  log: (line: string) => void;
}

export interface KillFigures {
  seed: number;
  kills: number;
  planned: number;
  /** Planned recipients without a final record. */
  lost: number;
  /** Recipients with more than one final record. */
  twice: number;
  /** Records of success whose message the provider never took. */
  unfounded: number;
  /** Messages that a provider took more than once. */
  duplicates: number;
  /** Duplicates of recipients that are not listed as in doubt: must be 0. */
  duplicates_unlisted: number;
  in_doubt_listed: number;
  failed_in_doubt: number;
  status: string;
  seconds: number;
}

/** Share of the recipients that each platform gets; e-mail and SMS are slow by nature. */
const SHARES: Record<Exclude<Reach, 'FIREFOX'>, number> = {
  IOS: 0.4,
  ANDROID: 0.35,
  CHROME: 0.15,
  EMAIL: 0.06,
  SMS: 0.04,
};
/** Every provider takes this long, so that sub-batches are in flight when a worker dies. */
const LATENCY_MS = 60;

/**
 * One campaign on every channel while workers are killed (SIGKILL) at seeded moments and replaced; then the simulators'
 * receipts are held against the final records.
 */
export async function killWorkers(stack: Stack, { seed, kills, recipients, log }: KillPlan): Promise<KillFigures> {
  const random = seeded(seed);
  const platforms = Object.keys(SHARES) as (keyof typeof SHARES)[];
  for (const platform of platforms) {
    await stack.rest.register(
      await reachableUsers(stack.simulators, platform, Math.round(recipients * SHARES[platform])),
    );
  }
  await stack.simulators.faults(
    seed,
    ['apns', 'fcm', 'webpush', 'smtp', 'sms'].map((provider) => ({ provider, share: 1, latencyMs: LATENCY_MS })),
  );
  const started = performance.now();
  const key = await stack.rest.sendBulk({
    title: 'Chaos',
    text: 'A message that must arrive once',
    platforms,
    iconUrl: 'https://example.com/icon.png',
  });
  for (let kill = 1; kill <= kills; kill++) {
    await sleep(300 + random() * 900);
    const workers = stack.children.filter(({ name }) => name === 'worker');
    const victim = workers[Math.floor(random() * workers.length)];
    if (victim) {
      const { status } = await stack.rest.stats(key);
      stack.children.splice(stack.children.indexOf(victim), 1);
      await victim.end('SIGKILL');
      log(`kill ${kill} of ${kills}: worker ${victim.pid}, campaign ${status}`);
      await stack.startWorker();
    }
  }
  const { status } = await stack.rest.finished(key, 300_000);
  const seconds = (performance.now() - started) / 1000;
  return { seed, kills, ...(await compare(stack, key)), status, seconds: Math.round(seconds * 10) / 10 };
}

interface Comparison {
  planned: number;
  lost: number;
  twice: number;
  unfounded: number;
  duplicates: number;
  duplicates_unlisted: number;
  in_doubt_listed: number;
  failed_in_doubt: number;
}

/** Holds what the providers took against the final records of a campaign. */
async function compare(stack: Stack, key: number): Promise<Comparison> {
  const figures = await stack.db.row<{
    planned: number;
    settled: number;
    recipients: number;
    sent: number;
    doubted: number;
  }>(
    `SELECT max(d.planned)::integer AS planned, count(r.*)::integer AS settled,
            count(DISTINCT (r.channel, r.recipient_id))::integer AS recipients,
            count(*) FILTER (WHERE r.status = 1)::integer AS sent,
            count(*) FILTER (WHERE r.reason = 'IN_DOUBT')::integer AS doubted
       FROM delivery.dispatch d LEFT JOIN delivery.push_result r ON r.dispatch_id = d.dispatch_id
      WHERE d.app_id = $1 AND d.notification_key = $2`,
    [stack.appId, key],
  );
  const listed = await stack.db.rows<{ channel: number; id: number }>(
    `SELECT DISTINCT i.channel, i.recipient_id AS id FROM delivery.in_doubt i JOIN delivery.dispatch d USING (dispatch_id)
      WHERE d.app_id = $1 AND d.notification_key = $2`,
    [stack.appId, key],
  );
  const inDoubt = new Set(listed.map(({ channel, id }) => `${channel}:${id}`));
  const duplicates = await stack.simulators.duplicates();
  const unlisted = duplicates.filter(({ messageId }) => {
    const ref = readMessageId(messageId.split('@')[0] ?? '');
    return !ref || !inDoubt.has(`${ref.channel}:${ref.recipientId}`);
  });
  const counts = await stack.simulators.counts();
  const taken = Object.values(counts).reduce((sum, { distinct }) => sum + distinct, 0);
  const { planned = 0, settled = 0, recipients = 0, sent = 0, doubted = 0 } = figures ?? {};
  return {
    planned,
    lost: planned - recipients,
    twice: settled - recipients,
    unfounded: Math.max(0, sent - taken),
    duplicates: duplicates.length,
    duplicates_unlisted: unlisted.length,
    in_doubt_listed: inDoubt.size,
    failed_in_doubt: doubted,
  };
}

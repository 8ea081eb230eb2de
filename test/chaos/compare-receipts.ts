import { readMessageId } from '#libs/delivery';
import type { Database } from '#platform/db';
import type { SimulatorClient } from '../support/processes/simulator-client.js';

/** What the providers took, held against the final records of one campaign. */
export interface Comparison {
  /** Dispatches of the campaign's key: 1. */
  dispatches: number;
  planned: number;
  /** Final records. */
  records: number;
  /** Planned recipients without a final record. */
  lost: number;
  /** Recipients with more than one final record. */
  twice: number;
  /** Records of success whose message the provider never took. */
  unfounded: number;
  /** Messages that a provider took more than once. */
  duplicates: number;
  /** Of those, recipients that are not listed as in doubt. */
  duplicates_unlisted: number;
  /** Of those, SMS: Twilio can be asked. */
  duplicates_sms: number;
  /** Of those, e-mails: one in doubt is not sent again. */
  duplicates_smtp: number;
  /** Addresses that were sent a second message under another id. */
  other_ids: number;
  in_doubt_listed: number;
  /** Of those, because a process died, and not because a provider's answer was cut off. */
  in_doubt_by_crash: number;
  failed_in_doubt: number;
}

/** The figures of no campaign at all. */
export const NOTHING: Readonly<Comparison> = {
  dispatches: 0,
  planned: 0,
  records: 0,
  lost: 0,
  twice: 0,
  unfounded: 0,
  duplicates: 0,
  duplicates_unlisted: 0,
  duplicates_sms: 0,
  duplicates_smtp: 0,
  other_ids: 0,
  in_doubt_listed: 0,
  in_doubt_by_crash: 0,
  failed_in_doubt: 0,
};

/** @param key  notification key; the simulators must have been cleared before it was sent */
export async function compare(
  db: Database,
  simulators: SimulatorClient,
  appId: number,
  key: number,
): Promise<Comparison> {
  const figures = await db.row<{ dispatches: number; planned: number }>(
    `SELECT count(*)::integer AS dispatches, coalesce(sum(planned), 0)::integer AS planned
       FROM delivery.dispatch WHERE app_id = $1 AND notification_key = $2`,
    [appId, key],
  );
  const records = await db.row<{ settled: number; recipients: number; sent: number; doubted: number }>(
    `SELECT count(*)::integer AS settled, count(DISTINCT (r.channel, r.recipient_id))::integer AS recipients,
            count(*) FILTER (WHERE r.status = 1)::integer AS sent,
            count(*) FILTER (WHERE r.reason = 'IN_DOUBT')::integer AS doubted
       FROM delivery.push_result r JOIN delivery.dispatch d USING (dispatch_id)
      WHERE d.app_id = $1 AND d.notification_key = $2`,
    [appId, key],
  );
  const listed = await db.rows<{ channel: number; id: number; cause: string }>(
    `SELECT DISTINCT i.channel, i.recipient_id AS id, i.cause
       FROM delivery.in_doubt i JOIN delivery.dispatch d USING (dispatch_id)
      WHERE d.app_id = $1 AND d.notification_key = $2`,
    [appId, key],
  );
  const inDoubt = new Set(listed.map(({ channel, id }) => `${channel}:${id}`));
  const crashed = new Set(listed.filter(({ cause }) => cause === 'crash').map(({ channel, id }) => `${channel}:${id}`));
  const duplicates = await simulators.duplicates();
  const unlisted = duplicates.filter(({ messageId }) => {
    const ref = readMessageId(messageId.split('@')[0] ?? '');
    return !ref || !inDoubt.has(`${ref.channel}:${ref.recipientId}`);
  });
  const accepted = Object.values(await simulators.counts()).reduce((sum, { distinct }) => sum + distinct, 0);
  const { dispatches = 0, planned = 0 } = figures ?? {};
  const { settled = 0, recipients = 0, sent = 0, doubted = 0 } = records ?? {};
  return {
    dispatches,
    planned,
    records: settled,
    lost: planned - recipients,
    twice: settled - recipients,
    unfounded: Math.max(0, sent - accepted),
    duplicates: duplicates.length,
    duplicates_unlisted: unlisted.length,
    duplicates_sms: duplicates.filter(({ provider }) => provider === 'sms').length,
    duplicates_smtp: duplicates.filter(({ provider }) => provider === 'smtp').length,
    other_ids: await otherIds(simulators),
    in_doubt_listed: inDoubt.size,
    in_doubt_by_crash: crashed.size,
    failed_in_doubt: doubted,
  };
}

/** Every message of a campaign to one address has one id; an SMS has none, its text is what is compared. */
async function otherIds(simulators: SimulatorClient): Promise<number> {
  let otherCount = 0;
  for (const provider of ['apns', 'fcm', 'webpush', 'smtp', 'sms']) {
    const ids = new Map<string, Set<string>>();
    for await (const { token, messageId } of simulators.everyDelivery(provider)) {
      ids.set(token, (ids.get(token) ?? new Set()).add(messageId));
    }
    otherCount += [...ids.values()].reduce((sum, { size }) => sum + size - 1, 0);
  }
  return otherCount;
}

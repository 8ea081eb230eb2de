import { readMessageId } from '#libs/delivery';
import type { Database } from '#platform/db';
import type { Lab } from './lab.js';
import type { Round } from './round.js';
import { judgePersons } from './wrong-person.js';

/** The provider's deliveries against the final records of one campaign, and of the single sends beside it. */
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
  /** Messages that the providers took, each id once. */
  accepted: number;
  /** Records of success whose message the provider never took. */
  unfounded: number;
  /** Messages that a provider took more than once. */
  duplicates: number;
  /** Recipients among them that are not listed as in doubt. */
  duplicates_unlisted: number;
  /** Duplicates among SMS, where Twilio can be asked. */
  duplicates_sms: number;
  /** Duplicates among e-mails: one in doubt is not sent again. */
  duplicates_smtp: number;
  /** Addresses that were sent a second message under another id. */
  other_ids: number;
  /** Messages that name their user. */
  named: number;
  /** Messages, records and inbox copies of a person other than the one the recipient was frozen for. */
  wrong_person: number;
  /** Inbox copies of one user beyond the first of a campaign. */
  inbox_twice: number;
  /** Tokens that are still dead although what their campaign marked was taken back. */
  tokens_left_dead: number;
  in_doubt_listed: number;
  /** Doubts because a process died, and not because a provider's answer was cut off. */
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
  accepted: 0,
  unfounded: 0,
  duplicates: 0,
  duplicates_unlisted: 0,
  duplicates_sms: 0,
  duplicates_smtp: 0,
  other_ids: 0,
  named: 0,
  wrong_person: 0,
  inbox_twice: 0,
  tokens_left_dead: 0,
  in_doubt_listed: 0,
  in_doubt_by_crash: 0,
  failed_in_doubt: 0,
};

/** @param round  the simulators must have been cleared before it */
export async function compare(db: Database, lab: Lab, round: Round): Promise<Comparison> {
  const { simulators, appId } = lab.stack;
  const { after, key } = round;
  const figures = await db.row<{ dispatches: number; planned: number }>(
    `SELECT count(*) FILTER (WHERE notification_key = $3)::integer AS dispatches,
            coalesce(sum(planned), 0)::integer AS planned
       FROM delivery.dispatch WHERE app_id = $1 AND dispatch_id > $2`,
    [appId, after, key],
  );
  const records = await db.row<{ settled: number; recipients: number; sent: number; doubted: number }>(
    `SELECT count(*)::integer AS settled, count(DISTINCT (dispatch_id, channel, recipient_id))::integer AS recipients,
            count(*) FILTER (WHERE status = 1)::integer AS sent,
            count(*) FILTER (WHERE reason = 'IN_DOUBT')::integer AS doubted
       FROM witness.fact WHERE kind = 'result' AND dispatch_id > $1`,
    [after],
  );
  const listed = await db.rows<{ dispatch: number; channel: number; id: number; cause: string }>(
    `SELECT DISTINCT dispatch_id AS dispatch, channel, recipient_id AS id, reason AS cause
       FROM witness.fact WHERE kind = 'doubt' AND dispatch_id > $1`,
    [after],
  );
  const inbox = await db.row<{ copies: number; users: number }>(
    `SELECT count(*)::integer AS copies, count(DISTINCT (dispatch_id, uid))::integer AS users
       FROM inbox.message WHERE app_id = $1 AND dispatch_id > $2`,
    [appId, after],
  );
  const keyOf = ({ dispatch, channel, id }: (typeof listed)[number]): string => `${dispatch}:${channel}:${id}`;
  const inDoubt = new Set(listed.map(keyOf));
  const crashed = new Set(listed.filter(({ cause }) => cause === 'crash').map(keyOf));
  const duplicates = await simulators.duplicates();
  const unlisted = duplicates.filter(({ messageId }) => {
    const ref = readMessageId(messageId.split('@')[0] ?? '');
    return !ref || !inDoubt.has(`${ref.dispatchId}:${ref.channel}:${ref.recipientId}`);
  });
  const accepted = Object.values(await simulators.counts()).reduce((sum, { distinct }) => sum + distinct, 0);
  const persons = await judgePersons(db, lab, round);
  const { dispatches = 0, planned = 0 } = figures ?? {};
  const { settled = 0, recipients = 0, sent = 0, doubted = 0 } = records ?? {};
  return {
    dispatches,
    planned,
    records: settled,
    lost: planned - recipients,
    twice: settled - recipients,
    accepted,
    unfounded: Math.max(0, sent - accepted),
    duplicates: duplicates.length,
    duplicates_unlisted: unlisted.length,
    duplicates_sms: duplicates.filter(({ provider }) => provider === 'sms').length,
    duplicates_smtp: duplicates.filter(({ provider }) => provider === 'smtp').length,
    other_ids: await otherIds(lab),
    named: persons.named,
    wrong_person: persons.wrong,
    tokens_left_dead: await countLeftDead(db, lab),
    inbox_twice: (inbox?.copies ?? 0) - (inbox?.users ?? 0),
    in_doubt_listed: inDoubt.size,
    in_doubt_by_crash: crashed.size,
    failed_in_doubt: doubted,
  };
}

async function countLeftDead(db: Database, { campaign: { undoneKey } }: Lab): Promise<number> {
  const row = await db.row<{ n: number }>(
    `SELECT count(*)::integer AS n FROM users.installation i JOIN delivery.dispatch d ON d.dispatch_id = i.struck_by
      WHERE d.notification_key = $1 AND i.token IS NOT NULL`,
    [undoneKey ?? 0],
  );
  return row?.n ?? 0;
}

/** Every message of a campaign to one address has one id; an SMS has none, its text is what is compared. */
async function otherIds({ stack: { simulators }, people }: Lab): Promise<number> {
  // A token that moves gets the messages of both devices; whose they are is judged elsewhere.
  const moved = new Set(people.devices.flatMap(({ tokens }) => tokens.map(({ value }) => value)));
  let otherCount = 0;
  for (const provider of ['apns', 'fcm', 'webpush', 'smtp', 'sms']) {
    const ids = new Map<string, Set<string>>();
    for await (const { token, messageId } of simulators.everyDelivery(provider)) {
      const dispatch = readMessageId(messageId.split('@')[0] ?? '')?.dispatchId;
      const address = `${dispatch ?? ''}:${token}`;
      if (!moved.has(token)) {
        ids.set(address, (ids.get(address) ?? new Set()).add(messageId));
      }
    }
    otherCount += [...ids.values()].reduce((sum, { size }) => sum + size - 1, 0);
  }
  return otherCount;
}

import { RoaringBitmap32 } from 'roaring-wasm';
import { CHANNELS } from '#libs/channels/definitions';
import { readMessageId } from '#libs/delivery';
import type { Database } from '#platform/db';
import type { Lab } from './lab.js';
import type { Round } from './round.js';
import type { Device, Span } from './troubles/people.js';

/** The message of a campaign names its user in this form; the text of users without a name has no such part. */
export const NAMED_TEXT = 'for @{plan};';
const NAME = /for ([a-z]+-[\d-]+);/;

/** A batch that was stored as in flight. What it says was read after the step before it. */
interface Mark {
  at: number;
  readAfter: number;
}

/**
 * Counts messages and records that reached another person than the one frozen at the launch. These are messages with
 * another name, and messages read after their device, token or user was certainly gone. Others are records of success
 * or inbox copies of a later owner of the device. The last look at a device is the reading of its batch.
 */
export async function judgePersons(db: Database, lab: Lab, round: Round): Promise<{ named: number; wrong: number }> {
  const { people, nameByAddress, stack } = lab;
  const marks = await readMarks(db, round);
  const devices = new Map(people.devices.map((device) => [device.instId, device]));
  let named = 0;
  let wrong = 0;
  for (const provider of ['apns', 'fcm', 'webpush', 'smtp', 'sms']) {
    for await (const { token, messageId, at, payload } of stack.simulators.everyDelivery(provider)) {
      const ref = readMessageId(messageId.split('@')[0] ?? '');
      const device = ref && provider !== 'smtp' ? devices.get(ref.recipientId) : undefined;
      const owner = device ? holderAt(device.owners, round.requestedAt) : nameByAddress.get(token);
      const name = NAME.exec(JSON.stringify(payload))?.[1];
      if (owner === undefined) {
        continue;
      }
      named += name === undefined ? 0 : 1;
      const mark = ref && lastMark(marks.get(`${ref.dispatchId}:${ref.channel}:${ref.recipientId}`), Date.parse(at));
      const readAfter = mark?.readAfter ?? -Infinity;
      const isGone =
        (people.erased.get(owner) ?? Infinity) < readAfter ||
        (device !== undefined &&
          (goneAt(device.owners, owner) < readAfter || goneAt(device.tokens, token) < readAfter));
      wrong += isGone || (name !== undefined && !people.namesOf(owner).has(name)) ? 1 : 0;
    }
  }
  return { named, wrong: wrong + (await countWrongBooks(db, people.devices, round)) };
}

/** Records of success, and inbox copies that came with a push, of users who got their only device after the campaign was requested. */
async function countWrongBooks(db: Database, devices: readonly Device[], round: Round): Promise<number> {
  const later = devices.flatMap(({ owners }) => {
    const first = owners.findIndex(({ goneAt: until }) => until > round.requestedAt);
    return first < 0 ? [] : owners.slice(first + 1).map(({ value }) => value);
  });
  const row = await db.row<{ n: number }>(
    `WITH late AS MATERIALIZED (SELECT uid FROM users.app_user WHERE ext_id = ANY ($1::text[])),
     copy AS MATERIALIZED (SELECT m.uid, m.dispatch_id, m.vb, m.sent_at FROM inbox.message AS m WHERE m.dispatch_id > $2)
     SELECT (SELECT count(*) FROM witness.fact JOIN late USING (uid)
              WHERE kind = 'result' AND dispatch_id > $2 AND status = 1)::integer
          + (SELECT count(*) FROM copy AS m JOIN late USING (uid)
              WHERE NOT EXISTS (
                -- Users of the target without a device have a copy of their own before the launch is stored.
                SELECT FROM delivery.left_out AS l WHERE l.dispatch_id = m.dispatch_id
                   AND m.vb >= l.vb_from AND m.vb < l.vb_to AND m.sent_at < l.at))::integer AS n`,
    [later, round.after],
  );
  return row?.n ?? 0;
}

/** Reads the batches of every recipient. */
async function readMarks(db: Database, { after }: Round): Promise<Map<string, Mark[]>> {
  // A renewed lease and a hold are no steps of a batch.
  const steps = await db.rows<{ dispatch: number; chunk: number; channel: number; at: number; intent: Buffer | null }>(
    `SELECT dispatch_id AS dispatch, chunk_id AS chunk, channel, extract(epoch FROM at)::float8 * 1000 AS at, intent
       FROM (SELECT *, lag((epoch, done, intent)) OVER (PARTITION BY chunk_id ORDER BY seq) IS NOT DISTINCT FROM
                       (epoch, done, intent) AS is_same
               FROM witness.step WHERE dispatch_id > $1 AND channel <> $2) AS s
      WHERE NOT is_same ORDER BY chunk_id, seq`,
    [after, CHANNELS.sms],
  );
  const marks = new Map<string, Mark[]>();
  for (const [index, { dispatch, chunk, channel, at, intent }] of steps.entries()) {
    const before = steps[index - 1];
    const prior = before?.chunk === chunk ? before : undefined;
    if (intent === null || prior?.intent?.equals(intent) === true) {
      continue;
    }
    for (const id of RoaringBitmap32.deserialize('portable', intent)) {
      const key = `${dispatch}:${channel}:${id}`;
      marks.set(key, [...(marks.get(key) ?? []), { at, readAfter: prior?.at ?? -Infinity }]);
    }
  }
  return marks;
}

function lastMark(marks: readonly Mark[] | undefined, at: number): Mark | undefined {
  return marks?.findLast((mark) => mark.at <= at + 1);
}

function holderAt(spans: readonly Span[], at: number): string | undefined {
  return spans.find(({ goneAt: until }) => until > at)?.value;
}

function goneAt(spans: readonly Span[], value: string): number {
  return spans.findLast((span) => span.value === value)?.goneAt ?? -Infinity;
}

import { afterAll, beforeAll, expect, it } from 'vitest';
import { bucketOfId } from '#platform/ids';
import { decodeIds, encodeIds } from '../model/recipient-set.js';
import { ReplacementRepository } from './replacement.repository.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../../test/support/contract/sending.js';

const PEOPLE = 24;
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  const users = await reachableUsers(sending.simulators, 'ANDROID', PEOPLE);
  await sending.post(
    'registerUsers',
    users.map((user, index) => ({ ...user, extId: `p${index}`, tags: ['fan'] })),
  );
});
afterAll(() => sending.close());

const campaign = (refID?: number) =>
  sending.bulk({
    message: {
      title: 'Match',
      text: 'Goal',
      platforms: ['ANDROID'],
      ...(refID !== undefined && { customJson: { refID } }),
    },
    target: { tag: 'fan' },
  });

/** Cuts the only chunk of a campaign as a launch cuts a large audience. @returns its recipients, chunk by chunk */
async function cut(key: number, size: number): Promise<number[][]> {
  const { db } = sending.gateway.fresh;
  const [chunk] = await db.rows<{ dispatchId: number; chunkId: number; ids: Buffer }>(
    `SELECT c.dispatch_id AS "dispatchId", c.chunk_id AS "chunkId", c.ids FROM delivery.chunk AS c
       JOIN delivery.dispatch AS d USING (dispatch_id) WHERE d.notification_key = $1`,
    [key],
  );
  if (!chunk) {
    throw new Error('The campaign has no chunk');
  }
  const ids = decodeIds(chunk.ids);
  const parts: number[][] = [];
  for (let start = 0; start < ids.length; start += size) {
    parts.push(ids.slice(start, start + size));
  }
  for (const [index, part] of parts.entries()) {
    await db.affected(
      `INSERT INTO delivery.chunk (vb, app_id, dispatch_id, chunk_id, channel, planned, ids)
       SELECT $2, c.app_id, c.dispatch_id, -$3::bigint, c.channel, $4, $5 FROM delivery.chunk AS c WHERE c.chunk_id = $1`,
      [chunk.chunkId, bucketOfId(part[0] ?? 0), chunk.chunkId * 100 + index, part.length, encodeIds(part)],
    );
  }
  await db.affected('DELETE FROM delivery.chunk AS c WHERE c.chunk_id = $1', [chunk.chunkId]);
  return parts;
}

it.each([1, 3, 7, PEOPLE])(
  'A recipient is found in open chunks of %i recipients, and few others are read',
  async (size) => {
    const first = await campaign();
    await sending.launchDue();
    const parts = await cut(first, size);
    const update = await campaign(first);
    const row = await sending.gateway.fresh.db.row<{ id: number }>(
      'SELECT d.dispatch_id AS id FROM delivery.dispatch AS d WHERE d.notification_key = $1',
      [update],
    );
    const repository = sending.gateway.app.get(ReplacementRepository);
    const send = { appId: sending.gateway.appId, dispatchId: row?.id ?? 0, replaces: { key: first, rootKey: first } };
    for (const part of parts) {
      for (const id of part) {
        const open = await repository.findOpen(send, ['fcm'], [id]);
        expect(open.flatMap(({ ids }) => (ids ? decodeIds(ids) : []))).toContain(id);
        // Two chunks, and those that share the bucket of one of them.
        expect(open.length).toBeLessThanOrEqual(4);
      }
    }
    await sending.drain();
    expect(await sending.ends(first)).toEqual({ 'SKIPPED SUPERSEDED': PEOPLE });
    expect(await sending.ends(update)).toEqual({ SUCCESS: PEOPLE });
  },
);

it.each([1, 5, 11])('A single update of user %i marks the chunk of that user alone', async (user) => {
  const { db } = sending.gateway.fresh;
  const first = await campaign();
  await sending.launchDue();
  await cut(first, 3);
  const { notificationKey: update } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    title: 'Match',
    message: 'Goal',
    platforms: ['ANDROID'],
  });
  await sending.post('sendNotification', {
    notificationKey: String(update),
    target: { extId: `p${user}` },
    message: { customJson: { refID: first } },
  });
  await sending.launchDue();
  const chunks = await db.rows<{ ids: Buffer; newer: number }>(
    `SELECT c.ids, c.newer FROM delivery.chunk AS c JOIN delivery.dispatch AS d USING (dispatch_id)
      WHERE d.notification_key = $1`,
    [first],
  );
  const device = await db.row<{ id: number }>(
    `SELECT i.inst_id AS id FROM users.installation AS i JOIN users.app_user AS u USING (uid) WHERE u.ext_id = $1`,
    [`p${user}`],
  );
  expect(chunks.map(({ ids, newer }) => [decodeIds(ids).includes(device?.id ?? 0), newer]).toSorted()).toEqual([
    ...Array.from({ length: PEOPLE / 3 - 1 }, () => [false, 0]),
    [true, 1],
  ]);
  await sending.drain();
  expect(await sending.ends(first)).toEqual({ SUCCESS: PEOPLE - 1, 'SKIPPED SUPERSEDED': 1 });
  expect(await sending.ends(update)).toEqual({ SUCCESS: 1 });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChangeKind, OutboxRepository, RESULT_CHANGE, USER_CHANGES } from '#platform/outbox';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/database.js';
import { FollowedSegmentRepository } from './followed-segment.repository.js';

const OTHER_KINDS = ['joined', 'left', 'sent', 'failed', 'bounced', 'unsubscribed', RESULT_CHANGE] as const;
let fresh: FreshDatabase;
let appId = 100;

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

/** Applications that are behind after a change in one that has a segment. */
async function findBehindAfter(kind: ChangeKind, keys: number[]): Promise<number[]> {
  appId += 1;
  await fresh.db.affected(
    `INSERT INTO audience.segment (app_id, name, type, target, position, as_of)
     VALUES ($1, 'all', 'STANDARD', '{"sendToAll": true}', pg_current_snapshot(), now())`,
    [appId],
  );
  await fresh.db.tx((tx) => new OutboxRepository().add(tx, { appId, kind, uids: [1024], keys }));
  return new FollowedSegmentRepository(fresh.db).findBehind(appId);
}

describe('FollowedSegmentRepository', () => {
  it.each([...USER_CHANGES.filter((kind) => kind !== 'category'), 'event'] as const)(
    'A change of the kind %s lets segments be updated',
    async (kind) => {
      expect(await findBehindAfter(kind, [7])).toEqual([appId]);
    },
  );

  it.each(OTHER_KINDS)('A change of the kind %s lets no segment be updated', async (kind) => {
    expect(await findBehindAfter(kind, [1])).toEqual([]);
  });
});

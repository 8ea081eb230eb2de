import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNELS } from '#libs/channels/definitions';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { encodeIds } from '../model/recipient-set.js';
import { RecentRecipientRepository } from './recent-recipient.repository.js';

const CHUNKS = 450;
const IDS = 1000;

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

describe('Recipients of open runs', () => {
  it('Each of 450,000 is read once, a page of chunks at a time, and those of retries and of no other run', async () => {
    const { db } = fresh;
    for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
      const ids = encodeIds(Array.from({ length: IDS }, (_, n) => chunk * IDS + n + 1));
      await db.affected(
        `INSERT INTO delivery.chunk (vb, app_id, dispatch_id, chunk_id, channel, planned, ids)
         VALUES ($1, 1, $2, $3, $4, ${IDS}, $5)`,
        [chunk % 7, 1 + (chunk % 2), chunk + 1, CHANNELS.apns, ids],
      );
    }
    await db.affected(
      `INSERT INTO delivery.retry (vb, app_id, dispatch_id, channel, recipient_id, attempt, due_at, expires_at)
       SELECT 0, 1, n, $1, 900000 + n, 1, now(), now() FROM generate_series(1, 3) AS n`,
      [CHANNELS.apns],
    );
    const seen = new Set<number>();
    let largest = 0;
    let pages = 0;
    for await (const { installations } of new RecentRecipientRepository(db).readWaiting(1, [1, 2])) {
      installations.forEach((id) => seen.add(id));
      largest = Math.max(largest, installations.length);
      pages += installations.length > 1000 ? 1 : 0;
    }
    expect(seen.size).toBe(CHUNKS * IDS + 2);
    expect(seen.has(900_003)).toBe(false);
    expect([pages, largest]).toEqual([3, 200 * IDS]);
  });
});

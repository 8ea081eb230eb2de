import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { IdBlockRepository } from './id-block.repository.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase({ pool: 1 });
});
afterAll(() => fresh.close());

/** Takes so many ids, one after another. */
async function take(ids: IdBlockRepository, count: number): Promise<number[]> {
  const takenIds: number[] = [];
  while (takenIds.length < count) {
    takenIds.push(await ids.next('test.series'));
  }
  return takenIds;
}

it('IdBlockRepository has ids ready for a transaction that holds the last connection', async () => {
  const ids = new IdBlockRepository(fresh.db);
  const before = await take(ids, 60);
  for (const end = Date.now() + 5000; Date.now() < end; await sleep(50)) {
    const row = await fresh.db.row<{ n: number }>(
      `SELECT next_id AS n FROM platform.id_block WHERE series = 'test.series'`,
    );
    if ((row?.n ?? 0) > 101) {
      break;
    }
  }
  const within = await fresh.db.tx(() => take(ids, 60));
  expect(new Set([...before, ...within]).size).toBe(120);
});

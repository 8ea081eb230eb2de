import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';

/** More often than the pool would notice in time by luck. */
const DEATHS = 50;

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase({ pool: 1 });
});
afterAll(() => fresh.close());

it('A lost connection is not given to the next caller', async () => {
  for (let death = 0; death < DEATHS; death++) {
    await expect(fresh.db.row('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(await fresh.db.row('SELECT 1 AS number')).toEqual({ number: 1 });
  }
});

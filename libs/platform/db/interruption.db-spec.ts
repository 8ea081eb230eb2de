import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';

const SLOW = `SELECT 'slow' AS word, pg_sleep(20)`;

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase({ pool: 4 });
});
afterAll(() => fresh.close());

describe('Interruption of a statement by a signal', () => {
  it('An interrupted statement ends in the server at once, and its connection serves the next statement', async () => {
    for (let time = 0; time < 5; time += 1) {
      const started = performance.now();
      const reading = fresh.db.runUntil(AbortSignal.timeout(100), () => fresh.db.interruptibleRow(SLOW, []));
      await expect(reading).rejects.toMatchObject({ name: 'TimeoutError' });
      expect(performance.now() - started).toBeLessThan(15_000);
      expect(await fresh.db.rows('SELECT n FROM generate_series(1, 3) AS n')).toHaveLength(3);
    }
    const running = `SELECT a.pid FROM pg_stat_activity AS a WHERE a.datname = current_database() AND a.query = $1 AND a.state = 'active'`;
    expect(await fresh.db.rows(running, [SLOW])).toEqual([]);
  });

  it('An interruptible statement does not begin after the signal, and runs to its end without one', async () => {
    const row = () => fresh.db.interruptibleRow('SELECT $1::integer AS n', [7]);
    await expect(fresh.db.runUntil(AbortSignal.abort(), row)).rejects.toMatchObject({ name: 'AbortError' });
    expect(await row()).toEqual({ n: 7 });
    expect(await fresh.db.runUntil(new AbortController().signal, row)).toEqual({ n: 7 });
  });

  it('A statement that is not interruptible runs to its end despite the signal', async () => {
    const reading = fresh.db.runUntil(AbortSignal.timeout(50), () => fresh.db.row(`SELECT 1 AS n, pg_sleep(0.3)`));
    expect(await reading).toMatchObject({ n: 1 });
  });
});

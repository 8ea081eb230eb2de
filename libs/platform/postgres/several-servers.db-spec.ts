import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, PgListener, type Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { hasStandbyPair, StandbyPair } from '../../../test/support/database/standby-pair.js';
import { connectionTo } from './connection-to.js';

const SOON = { timeout: 30_000, interval: 100 };
const WHERE = 'SELECT inet_server_port() AS port';

/** Two real servers; the one that takes writes stands second in the URL. */
describe.skipIf(!hasStandbyPair())('URL with two servers', () => {
  let pair: StandbyPair;
  let db: Database;
  let pool: pg.Pool;
  let listener: PgListener;
  const heard: string[] = [];
  const logger = createLogger('test', 'silent');
  const port = (url: string): number => Number(new URL(url).port);

  beforeAll(async () => {
    pair = await StandbyPair.start();
    db = await openDatabase(pair.eitherUrl, 3, logger);
    pool = new pg.Pool(connectionTo(pair.eitherUrl));
    pool.on('error', () => undefined);
    const handler = { onNotification: (payload: string) => void heard.push(payload), onListening: () => undefined };
    listener = new PgListener(pair.eitherUrl, 'news', handler, logger);
    await listener.start();
  });
  afterAll(async () => {
    await Promise.all([listener.stop(), pool.end(), db.close()]);
    await pair.stop();
  });

  const ports = async (): Promise<unknown[]> => [
    (await db.row<{ port: number }>(WHERE))?.port,
    (await pool.query<{ port: number }>(WHERE)).rows[0]?.port,
  ];
  const tell = async (payload: string): Promise<void> => {
    await expect
      .poll(() => db.affected(`SELECT pg_notify('news', $1)`, [payload]).then(() => heard), SOON)
      .toContain(payload);
  };

  it('A URL with two servers leads to the one that takes writes, in any order', async () => {
    expect(await ports()).toEqual([port(pair.primaryUrl), port(pair.primaryUrl)]);
    await db.affected('CREATE TABLE entry (id integer PRIMARY KEY)');
    await tell('before');
  });

  it('A connection for reads leads to the server that follows', async () => {
    const { connectionString, Client } = connectionTo(pair.eitherUrl, 'replica');
    const client = new Client({ connectionString });
    await client.connect();
    expect((await client.query<{ port: number }>(WHERE)).rows).toEqual([{ port: port(pair.standbyUrl) }]);
    await client.end();
  });

  it('A URL without a writable server is reported, and leads to a server that is promoted', async () => {
    await pair.kill();
    await expect(db.affected('INSERT INTO entry (id) VALUES (1)')).rejects.toMatchObject({ refusal: 'unavailable' });
    const { connectionString, Client } = connectionTo(pair.eitherUrl);
    const attempt = async (): Promise<unknown> => new Client({ connectionString }).connect().catch(String);
    await expect.poll(attempt, SOON).toContain('None of the servers takes writes');
    await pair.promote();
    await expect.poll(() => db.affected('INSERT INTO entry (id) VALUES (2)').catch(() => 0), SOON).toBe(1);
    expect(await ports()).toEqual([port(pair.standbyUrl), port(pair.standbyUrl)]);
    await tell('after');
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

/** More than one sub-batch. */
const COUNT = 600;
const BODY = { message: { title: 'Hello', text: 'Hello', platforms: ['IOS'] }, target: { sendToAll: true } };
const ONE = { ...BODY, message: { ...BODY.message, platforms: ['ANDROID'] } };

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', COUNT));
  await change(`
    CREATE FUNCTION public.disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`);
  await change(`
    CREATE FUNCTION public.server_dies() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

/** On a connection of its own: those of the gateway are about to die. */
async function change(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: sending.gateway.fresh.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Every write of rows to a table fails as on a full disk. @returns makes space */
async function fillDisk(table: string): Promise<() => Promise<unknown>> {
  await change(
    `CREATE TRIGGER full_disk BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION public.disk_is_full()`,
  );
  return () => change(`DROP TRIGGER full_disk ON ${table}`);
}

async function dispatches(key: string): Promise<number> {
  const row = await sending.gateway.fresh.db.row<{ n: number }>(
    `SELECT count(*)::integer AS n FROM delivery.dispatch WHERE message ->> 'text' = $1`,
    [key],
  );
  return row?.n ?? 0;
}

describe('Full disk where results are stored', () => {
  it('Workers keep sent results until the disk has space, and no recipient is lost or gets a duplicate', async () => {
    const key = await sending.bulk(BODY);
    await sending.launchDue();
    const makeRoom = await fillDisk('delivery.push_result');
    const [chunk] = await sending.openChunks();
    const work = chunk && sending.chunks.sendChunk(chunk);
    await sleep(2000);
    // One sub-batch has left and cannot be written down; no other leaves in the meantime.
    expect((await sending.simulators.counts())['apns']?.accepted).toBe(250);
    expect(await sending.ends(key)).toEqual({});
    await makeRoom();
    await work;
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT });
    expect((await sending.simulators.counts())['apns']?.accepted).toBe(COUNT);
    expect(await sending.simulators.duplicates()).toEqual([]);
    const doubt = await sending.gateway.fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM delivery.in_doubt');
    expect(doubt?.n).toBe(0);
  });
});

describe('Request during a database failure', () => {
  const post = (text: string, headers: Record<string, string> = {}) =>
    sending.gateway.call('/rest/3.0/sendBulkNotification', {
      body: { ...ONE, message: { ...ONE.message, text } },
      headers,
    });

  it('A request is refused with 503 and Retry-After on a full disk, and stored once when repeated', async () => {
    const makeRoom = await fillDisk('delivery.dispatch');
    const refused = await post('full', { 'Idempotency-Key': 'full' });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await makeRoom();
    expect(await dispatches('full')).toBe(0);
    expect((await post('full', { 'Idempotency-Key': 'full' })).status).toBe(200);
    expect((await post('full', { 'Idempotency-Key': 'full' })).status).toBe(200);
    expect(await dispatches('full')).toBe(1);
  });

  it('A request is refused with 503 and Retry-After when the connection breaks before the commit', async () => {
    await change(
      'CREATE TRIGGER death BEFORE INSERT ON delivery.dispatch FOR EACH STATEMENT EXECUTE FUNCTION public.server_dies()',
    );
    const refused = await post('cut', { 'Idempotency-Key': 'cut' });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await change('DROP TRIGGER death ON delivery.dispatch');
    expect((await post('cut', { 'Idempotency-Key': 'cut' })).status).toBe(200);
    expect(await dispatches('cut')).toBe(1);
  });

  it('A request is refused with 503 when the connection breaks in a commit and nothing was committed', async () => {
    await change(
      `CREATE CONSTRAINT TRIGGER death AFTER INSERT ON delivery.dispatch DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION public.server_dies()`,
    );
    const refused = await post('commit');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post('commit', { 'Idempotency-Key': 'commit' })).status).toBe(503);
    expect(await dispatches('commit')).toBe(0);
    await change('DROP TRIGGER death ON delivery.dispatch');
    expect((await post('commit', { 'Idempotency-Key': 'commit' })).status).toBe(200);
    expect(await dispatches('commit')).toBe(1);
  });
});

describe('Transactional send during a database failure', () => {
  let key: number;
  const message = { title: 'Code', text: 'single', platforms: ['ANDROID'] };
  beforeAll(async () => {
    key = (await sending.post<{ notificationKey: number }>('createNotificationDefinition', { message }))
      .notificationKey;
  });
  const post = () =>
    sending.gateway.call('/rest/3.0/sendNotification', {
      body: { notificationKey: String(key), target: { extId: 'nobody' } },
    });

  it('A transactional send is refused with 503 and Retry-After while the disk is full', async () => {
    const makeRoom = await fillDisk('delivery.dispatch');
    const refused = await post();
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await makeRoom();
    expect(await dispatches('single')).toBe(0);
  });

  it('A transactional send is stored once when the connection breaks during its commit', async () => {
    await change('CREATE SEQUENCE public.deaths');
    // A sequence does not take its numbers back, so the repeat lives.
    await change(`
      CREATE FUNCTION public.dies_once() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('public.deaths') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
          RETURN NULL;
        END $$`);
    await change(
      `CREATE CONSTRAINT TRIGGER death AFTER INSERT ON delivery.dispatch DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION public.dies_once()`,
    );
    expect((await post()).status).toBe(200);
    await change('DROP TRIGGER death ON delivery.dispatch');
    expect(await dispatches('single')).toBe(1);
  });
});

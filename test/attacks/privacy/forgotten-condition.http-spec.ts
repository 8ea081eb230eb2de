import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { secondApplication, type SecondApplication } from '../../support/contract/second-application.js';
import { freshDatabase, type FreshDatabase } from '../../support/database/database.js';

/** A statement of Herald forgets the application: with row-level security Postgres does not. */
let fresh: FreshDatabase;

const REFUSED = { code: '42501' };
const SEEN = 'SELECT array_agg(u.ext_id ORDER BY u.ext_id) AS names FROM users.app_user AS u';

beforeAll(async () => {
  fresh = await freshDatabase({ rowSecurity: true });
  await fresh.db.affected(
    `INSERT INTO users.app_user (vb, app_id, uid, ext_id) VALUES (1, 1, 1, 'mine'), (1, 2, 1, 'theirs')`,
  );
});
afterAll(() => fresh.close());

describe('Statements without a condition on the application', () => {
  it('A statement reads only rows of its own application', async () => {
    const read = () => fresh.db.row<{ names: string[] }>(SEEN);
    expect(await fresh.db.runForApplication(1, read)).toEqual({ names: ['mine'] });
    expect(await fresh.db.runForApplication(2, read)).toEqual({ names: ['theirs'] });
    expect(await fresh.db.runForApplication(3, read)).toEqual({ names: null });
    expect(await fresh.db.runForApplication(1, () => fresh.db.tx((tx) => tx.row(SEEN)))).toEqual({ names: ['mine'] });
    expect(await fresh.db.runForApplication(1, () => fresh.db.snapshot((tx) => tx.row(SEEN)))).toEqual({
      names: ['mine'],
    });
    expect(await fresh.db.runForApplication(1, () => fresh.db.inTransaction(read))).toEqual({ names: ['mine'] });
  });

  it('A statement changes and deletes only rows of its own application, and inserts none for another', async () => {
    const work = async (sql: string): Promise<number> => fresh.db.runForApplication(1, () => fresh.db.affected(sql));
    expect(await work("UPDATE users.app_user SET email = 'x@example.com'")).toBe(1);
    expect(await work('DELETE FROM users.app_user WHERE app_id = 2')).toBe(0);
    const insertion = work("INSERT INTO users.app_user (vb, app_id, uid, ext_id) VALUES (1, 2, 1025, 'x')");
    await expect(insertion).rejects.toMatchObject(REFUSED);
    await expect(work('UPDATE users.app_user SET app_id = 2')).rejects.toMatchObject(REFUSED);
  });

  it('A statement leaves nothing of its application on the connection', async () => {
    await fresh.db.runForApplication(1, () => fresh.db.row(SEEN));
    expect(await fresh.db.row(SEEN)).toEqual({ names: ['mine', 'theirs'] });
  });

  it('A statement for all applications reads all rows, even inside a request', async () => {
    const shared = () => fresh.db.runForAll(() => fresh.db.row(SEEN));
    expect(await fresh.db.runForApplication(1, shared)).toEqual({ names: ['mine', 'theirs'] });
  });
});

describe('Tables with data of users', () => {
  it('Every table with data of users has a policy that is in force', async () => {
    const open = await fresh.db.rows<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
         JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname IN ('uid', 'recipient_id', 'ext_id') AND NOT a.attisdropped
        WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname IN ('users', 'events', 'inbox', 'delivery')
          AND NOT (c.relrowsecurity AND c.relforcerowsecurity
                   AND EXISTS (SELECT FROM pg_policy AS p WHERE p.polrelid = c.oid)) ORDER BY 1`,
    );
    expect(open.map(({ name }) => name)).toEqual([]);
  });
});

describe('Requests with row-level security', () => {
  let gateway: TestGateway;
  let elsewhere: SecondApplication;

  beforeAll(async () => {
    gateway = await startGateway(undefined, {}, undefined, false, { rowSecurity: true });
    elsewhere = await secondApplication(gateway);
  });
  afterAll(() => gateway.close());

  it('Requests write and read users of their own application', async () => {
    for (const [key, city] of [
      ['rest', 'Izmir'],
      [elsewhere.keys.rest, 'Ankara'],
    ] as const) {
      const body = [{ extId: 'jo', profile: { city }, platform: 'IOS', deviceToken: `token-${city}` }];
      expect((await gateway.call('/rest/3.0/registerUsers', { body, key })).status).toBe(200);
      const headers = { 'Idempotency-Key': `tags-${city}` };
      const tagged = await gateway.call('/rest/3.0/tagUsers', { body: { tag: 'x', extIds: ['jo'] }, key, headers });
      expect(tagged.status).toBe(200);
    }
    const read = await gateway.call('/rest/3.0/getProfileAttributes?extId=jo', { method: 'GET' });
    expect(read.json).toMatchObject({ extId: 'jo', profile: { city: 'Izmir' } });
  });

  it('A request passes the id of its application to Postgres in the setting herald.app_id', async () => {
    const { db } = gateway.fresh;
    await db.affected('ALTER TABLE users.tag ADD COLUMN seen text');
    await db.affected(
      `CREATE FUNCTION users.note() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN NEW.seen := current_setting('herald.app_id', true); RETURN NEW; END $$`,
    );
    await db.affected('CREATE TRIGGER note BEFORE INSERT ON users.tag FOR EACH ROW EXECUTE FUNCTION users.note()');
    await gateway.call('/rest/3.0/tagUsers', { body: { tag: 'noted', extIds: ['jo'] } });
    const row = await db.row<{ seen: string }>("SELECT t.seen FROM users.tag AS t WHERE t.name = 'noted'");
    expect(row?.seen).toBe(String(gateway.appId));
  });
});

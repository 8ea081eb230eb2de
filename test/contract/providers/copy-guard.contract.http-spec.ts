import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { AuditService, INSTALLATION, SYSTEM, type AuditEntry, type Origin } from '#libs/audit';
import { CopyGuardRepository, CopyGuardService } from '#libs/delivery/control';
import { openDatabase } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { freshDatabase, withDatabase } from '../../support/database/database.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const COUNT = 40;
const BODY = { message: { title: 'Hello', text: 'Hello', platforms: ['IOS'] }, target: { sendToAll: true } };

const OPERATOR: Origin = { by: { kind: 'cli', id: 'operator', name: 'operator@machine' } };

let sending: Sending;
let fence: CopyGuardService;
beforeAll(async () => {
  sending = await startSending();
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', COUNT));
  fence = sending.gateway.app.get(CopyGuardService);
});
afterAll(() => sending.close());

/** Makes the database a restored copy: it remembers another home than its own. */
async function becomeCopy(): Promise<void> {
  await sending.gateway.fresh.db.affected(`UPDATE delivery.fence SET home = 'elsewhere', stranger = NULL`);
}

async function newestEntries(limit: number): Promise<AuditEntry[]> {
  return sending.gateway.app.get(AuditService).listEntries(INSTALLATION, { limit });
}

describe('Copy of the database', () => {
  it('A copy of the database sends none of the open work until it is adopted', async () => {
    expect(await fence.check()).toBe(0);
    const open = await sending.bulk(BODY);
    await sending.launchDue();
    const scheduled = await sending.bulk({ ...BODY, schedule: { startTime: '2999-01-01T00:00:00' } });
    expect(await fence.check()).toBe(0);

    await becomeCopy();
    expect(await fence.check()).toBe(2);
    expect(await fence.check()).toBe(0);
    // Its time comes while it is held.
    await sending.gateway.fresh.db.affected('UPDATE delivery.dispatch SET due_at = now() WHERE due_at > now()');
    await sending.drain();
    expect((await sending.simulators.counts())['apns']?.accepted).toBe(0);

    // The copy sends messages that its users request.
    const ownValue = await sending.bulk(BODY);
    await sending.drain();
    expect(await sending.ends(ownValue)).toEqual({ SUCCESS: COUNT });

    expect(await fence.adopt(false, OPERATOR)).toBe(2);
    expect(await newestEntries(2)).toMatchObject([
      { ...OPERATOR, action: 'copy.adopt', differences: [{ to: '2 resumed' }] },
      { ...SYSTEM, action: 'copy.hold', differences: [{ to: '2 held' }] },
    ]);
    await sending.drain();
    expect(await sending.ends(open)).toEqual({ SUCCESS: COUNT });
    expect(await sending.ends(scheduled)).toEqual({ SUCCESS: COUNT });
    expect(await fence.check()).toBe(0);
  });

  it('Adopting a copy can end the held work unsent', async () => {
    await sending.simulators.clear();
    const open = await sending.bulk(BODY);
    await sending.launchDue();
    await becomeCopy();
    expect(await fence.check()).toBe(1);
    expect(await fence.adopt(true, OPERATOR)).toBe(1);
    expect(await newestEntries(1)).toMatchObject([{ action: 'copy.adopt', differences: [{ to: '1 stopped' }] }]);
    await sending.drain();
    expect(await sending.ends(open)).toEqual({ 'SKIPPED STOPPED': COUNT });
    expect((await sending.simulators.counts())['apns']?.accepted).toBe(0);
  });

  it('An original that was only restarted holds nothing, and a copy is held once by several processes', async () => {
    const open = await sending.bulk(BODY);
    await sending.launchDue();
    expect(await Promise.all([fence.check(), fence.check()])).toEqual([0, 0]);
    await becomeCopy();
    expect((await Promise.all([fence.check(), fence.check(), fence.check()])).toSorted()).toEqual([0, 0, 1]);
    await fence.adopt(false, OPERATOR);
    await sending.drain();
    expect(await sending.ends(open)).toEqual({ SUCCESS: COUNT });
  });
});

it('"herald hold" and "herald adopt" leave entries in the audit log', async () => {
  const open = await sending.bulk(BODY);
  await sending.launchDue();
  expect(await fence.holdAll(OPERATOR)).toBe(1);
  expect(await newestEntries(1)).toMatchObject([
    { ...OPERATOR, action: 'copy.hold', subject: 'installation', differences: [{ to: '1 held' }] },
  ]);
  expect(await fence.adopt(true, OPERATOR)).toBe(1);
  await sending.drain();
  expect(await sending.ends(open)).toEqual({ 'SKIPPED STOPPED': COUNT });
});

// Citus keeps a process connected to each database, and Postgres copies none that is in use.
describe.skipIf(inject('postgresIsCitus'))('Identity of a database', () => {
  it('The identity of a database is the same at every start and different in a copy', async () => {
    const original = await freshDatabase();
    const identity = await new CopyGuardRepository(original.db).readIdentity();
    expect(await new CopyGuardRepository(original.db).readIdentity()).toBe(identity);
    await original.db.close();
    const name = `${new URL(original.url).pathname.slice(1)}_copy`;
    const client = new pg.Client({ connectionString: withDatabase(original.url, 'postgres') });
    await client.connect();
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(original.url).pathname.slice(1)}`);
    const copy = await openDatabase(withDatabase(original.url, name), 2, createLogger('test', 'silent'));
    expect(await new CopyGuardRepository(copy).readIdentity()).not.toBe(identity);
    await copy.close();
    await client.query(`DROP DATABASE ${name}`);
    await client.query(`DROP DATABASE ${new URL(original.url).pathname.slice(1)}`);
    await client.end();
  });
});

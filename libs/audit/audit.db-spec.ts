import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../test/support/database/database.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';
import { SYSTEM, type NewEntry, type Origin } from './audit.types.js';

let fresh: FreshDatabase;
let audit: AuditService;
let appId = 100;
beforeAll(async () => {
  fresh = await freshDatabase();
  audit = new AuditService(new AuditRepository(fresh.db));
});
afterAll(() => fresh.close());
beforeEach(() => {
  appId += 1;
});

const BACKEND: Origin = {
  by: { kind: 'key', id: '7', name: 'backend' },
  requestId: 'request-1',
  address: '10.0.0.7',
};

const append = (entries: readonly NewEntry[], origin: Origin = SYSTEM) =>
  fresh.db.tx((tx) => audit.append(tx, appId, origin, entries));
const pause = (key: number): NewEntry => ({ action: 'campaign.pause', subject: `campaign ${key}` });

/** Changes rows as no one but the owner of the table can. */
async function force(sql: string): Promise<void> {
  await fresh.db.tx(async (tx) => {
    await tx.affected('ALTER TABLE audit.entry DISABLE TRIGGER USER');
    await tx.affected(sql, [appId]);
    await tx.affected('ALTER TABLE audit.entry ENABLE TRIGGER USER');
  });
}

describe('Audit log', () => {
  it('The audit log lists actors and actions, newest first', async () => {
    const differences = [{ change: 'change', subject: 'settings: timeZone', from: 'UTC', to: 'Asia/Tokyo' }] as const;
    await append([pause(1), pause(2)], BACKEND);
    await append([{ action: 'setup.apply', subject: 'application shop', differences }]);
    const entries = await audit.listEntries(appId, { limit: 10 });
    expect(entries).toMatchObject([
      { entryId: 3, by: SYSTEM.by, action: 'setup.apply', differences },
      { entryId: 2, ...BACKEND, subject: 'campaign 2', differences: [] },
      { entryId: 1, ...BACKEND, subject: 'campaign 1' },
    ]);
    expect(await audit.listEntries(appId, { limit: 1, before: 3, action: 'campaign.' })).toEqual([entries[1]]);
    expect(await audit.listEntries(appId, { limit: 10, since: new Date(Date.now() + 60_000) })).toEqual([]);
    expect(await audit.listEntries(appId + 1000, { limit: 10 })).toEqual([]);
    expect(await audit.verifyChain(appId)).toEqual({
      first: 1,
      last: 3,
      head: entries[0]?.hash.toString('hex'),
      fault: null,
    });
  });

  it.each<[object, number[]]>([
    [{ actor: 'key' }, [1]],
    [{ actor: '7' }, [1]],
    [{ actor: 'BACK' }, [1]],
    [{ actor: 'end' }, []],
    [{ actor: 'system' }, [3, 2]],
    [{ subject: 'campaign 1' }, [2, 1]],
    [{ subject: 'campaign 1', actor: 'Herald' }, [2]],
    [{ subject: 'campaign _' }, []],
  ])('The audit log lists entries by %o', async (filter, numbers) => {
    await append([pause(1)], BACKEND);
    await append([pause(12), pause(3)]);
    const entries = await audit.listEntries(appId, { limit: 10, ...filter });
    expect(entries.map(({ entryId }) => entryId)).toEqual(numbers);
  });

  it('The audit log has no entry of a change that was rolled back', async () => {
    await append([pause(1)]);
    const failing = fresh.db.tx(async (tx) => {
      await audit.append(tx, appId, SYSTEM, [pause(2)]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await append([pause(3)]);
    expect((await audit.listEntries(appId, { limit: 10 })).map(({ subject }) => subject)).toEqual([
      'campaign 3',
      'campaign 1',
    ]);
    expect(await audit.verifyChain(appId)).toMatchObject({ last: 2, fault: null });
  });

  it('The audit log stays one chain when several writers append at the same time', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => append([pause(index), pause(-index)])));
    expect(await audit.verifyChain(appId)).toMatchObject({ first: 1, last: 80, fault: null });
  });

  it.each([
    ['UPDATE', "UPDATE audit.entry SET subject = 'another' WHERE app_id = $1"],
    ['DELETE', 'DELETE FROM audit.entry WHERE app_id = $1'],
    ['TRUNCATE', 'TRUNCATE audit.entry'],
  ])('The audit log refuses %s', async (_, sql) => {
    await append([pause(1)]);
    await expect(fresh.db.affected(sql, sql.includes('$1') ? [appId] : [])).rejects.toThrow('cannot be changed');
    expect(await audit.verifyChain(appId)).toMatchObject({ last: 1, fault: null });
  });

  it.each([
    ["UPDATE audit.entry SET actor_name = 'another' WHERE app_id = $1 AND entry_id = 2", 2, 'it was changed'],
    ["UPDATE audit.entry SET at = at - interval '1 hour' WHERE app_id = $1 AND entry_id = 3", 3, 'it was changed'],
    ["UPDATE audit.entry SET prev = ''::bytea WHERE app_id = $1 AND entry_id = 2", 2, 'it does not follow'],
    ['DELETE FROM audit.entry WHERE app_id = $1 AND entry_id = 2', 3, 'entries between 1 and 3 are missing'],
    ['DELETE FROM audit.entry WHERE app_id = $1 AND entry_id > 2', 4, 'the newest entries are missing'],
    ['DELETE FROM audit.entry WHERE app_id = $1 AND entry_id = 1', 2, 'entries between 0 and 2 are missing'],
    ['DELETE FROM audit.entry WHERE app_id = $1', 4, 'the newest entries are missing'],
    ["UPDATE audit.entry SET hash = sha256('x') WHERE app_id = $1 AND entry_id = 4", 4, 'it was changed'],
    [
      `UPDATE audit.entry AS e SET action = o.action, subject = o.subject FROM audit.entry AS o
        WHERE e.app_id = $1 AND o.app_id = $1 AND o.entry_id = 5 - e.entry_id AND e.entry_id IN (2, 3)`,
      2,
      'it was changed',
    ],
    [
      `UPDATE audit.entry AS e SET subject = o.subject, prev = o.prev, hash = o.hash FROM audit.entry AS o
        WHERE e.app_id = $1 AND o.app_id = $1 AND o.entry_id = 5 - e.entry_id AND e.entry_id IN (2, 3)`,
      2,
      'it does not follow',
    ],
  ])('verifyChain detects the statement %s', async (sql, entryId, reason) => {
    await append([1, 2, 3, 4].map(pause), BACKEND);
    await force(sql);
    expect(await audit.verifyChain(appId)).toMatchObject({
      fault: { entryId, reason: expect.stringContaining(reason) as string },
    });
  });

  it('The audit log continues its chain after its oldest entries have expired', async () => {
    await append([1, 2, 3].map(pause));
    const { last, head } = await audit.verifyChain(appId);
    await audit.markExpired(new Date(Date.now() + 60_000));
    expect(await audit.verifyChain(appId)).toMatchObject({ first: 0, last: 3, fault: null });
    await force('DELETE FROM audit.entry WHERE app_id = $1');
    expect(await audit.verifyChain(appId)).toMatchObject({ first: 0, last: 3, fault: null });
    await audit.markExpired(new Date(Date.now() + 60_000));
    await append([pause(4), pause(5)]);
    const earlier = { entryId: last, hash: Buffer.from(head, 'hex') };
    expect(await audit.verifyChain(appId, earlier)).toMatchObject({ first: 4, last: 5, fault: null });
    expect(await audit.verifyChain(appId, { ...earlier, hash: Buffer.alloc(32) })).toMatchObject({
      fault: { entryId: 3 },
    });
    await force('DELETE FROM audit.entry WHERE app_id = $1 AND entry_id = 4');
    expect(await audit.verifyChain(appId)).toMatchObject({
      fault: { entryId: 5, reason: 'entries between 3 and 5 are missing' },
    });
  });

  it('verifyChain detects a dropped month whose retention has not passed', async () => {
    await append([1, 2].map(pause));
    await audit.markExpired(new Date(Date.now() - 3_600_000));
    const months = await fresh.db.rows<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit.entry'::regclass
          AND inhrelid::regclass::text ~ '[0-9]{6}$'`,
    );
    for (const { name } of months) {
      await fresh.db.affected(`DROP TABLE ${name}`);
    }
    expect(await audit.verifyChain(appId)).toMatchObject({
      fault: { entryId: 2, reason: 'the newest entries are missing' },
    });
    await append([pause(3)]);
    expect(await audit.verifyChain(appId)).toMatchObject({
      fault: { entryId: 3, reason: 'entries between 0 and 3 are missing' },
    });
  });

  it('Without an earlier check, verifyChain takes an application whose whole log was removed for one without entries', async () => {
    await append([1, 2, 3].map(pause));
    const { last, head } = await audit.verifyChain(appId);
    await force('DELETE FROM audit.entry WHERE app_id = $1');
    expect(await audit.verifyChain(appId)).toMatchObject({ fault: { reason: 'the newest entries are missing' } });
    await fresh.db.affected('DELETE FROM audit.chain WHERE app_id = $1', [appId]);
    expect(await audit.verifyChain(appId)).toMatchObject({ first: 0, last: 0, fault: null });
    const earlier = { entryId: last, hash: Buffer.from(head, 'hex') };
    expect(await audit.verifyChain(appId, earlier)).toMatchObject({ fault: { entryId: 3, reason: 'it is missing' } });
  });

  it('verifyChain detects a log that was rewritten since an earlier check', async () => {
    await append([1, 2, 3].map(pause));
    const { last, head } = await audit.verifyChain(appId);
    const earlier = { entryId: last, hash: Buffer.from(head, 'hex') };
    await append([pause(4)]);
    expect(await audit.verifyChain(appId, earlier)).toMatchObject({ last: 4, fault: null });
    await force('DELETE FROM audit.entry WHERE app_id = $1');
    await fresh.db.affected("UPDATE audit.chain SET entry_id = 0, hash = '' WHERE app_id = $1", [appId]);
    await append([1, 2].map(pause));
    expect(await audit.verifyChain(appId)).toMatchObject({ fault: null });
    expect(await audit.verifyChain(appId, earlier)).toMatchObject({ fault: { entryId: 3, reason: 'it is missing' } });
    await append([3, 4].map(pause));
    expect(await audit.verifyChain(appId, earlier)).toMatchObject({
      fault: { entryId: 3, reason: 'the log was written anew since the earlier check' },
    });
  });
});

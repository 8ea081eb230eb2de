import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IndexMaintenanceService, SegmentCalculatorService } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import { SealingService } from '#libs/users/profiles';
import { dumpDatabase, findInDump } from '../../support/database/dump.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

/** An attacker has a backup of the database, and wants the sealed values. */
const TAX_ID = 'TR-31415926-jo';
const OTHER_ID = 'TR-27182818-al';
const SALARY = 987_654_321;
const CODES = ['code-mark-one', 'code-mark-two'];
const BIRTH = Date.UTC(1987, 4, 23);
const LATE = 'late-mark-5551';
const MARKS = [TAX_ID, OTHER_ID, String(SALARY), ...CODES, String(BIRTH), LATE];

const SEALED = [
  { code: 'taxId', dataType: 'STRING', sealed: true },
  { code: 'salary', dataType: 'INT', sealed: true },
  { code: 'codes', dataType: 'STRING', array: true, sealed: true },
  { code: 'dateOfBirth', dataType: 'DATE', sealed: true },
];
const PLAIN = [
  { code: 'plan', dataType: 'STRING' },
  { code: 'late', dataType: 'STRING' },
  { code: 'lateCodes', dataType: 'STRING', array: true },
];
const SEGMENTS = [
  { name: 'payer', target: { profile: { taxId: TAX_ID, $or: { salary: [SALARY, 1], plan: 'none' } } } },
  { name: 'grouped', target: { any: [{ tag: 'none' }, { none: [{ profile: { taxId: { $not: TAX_ID } } }] }] } },
];
let sending: Sending;

const apply = (file: object): Promise<unknown> =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
/** Counts by the index once it is there, which knows of the last write then. */
const count = async (profile: object): Promise<unknown> => {
  await sending.gateway.app.get(IndexMaintenanceService).followFeed();
  return (await sending.gateway.call('/rest/3.0/targeting/count', { body: { target: { profile } } })).json;
};
const profileOf = async (extId: string): Promise<Record<string, unknown>> => {
  const answer = await sending.gateway.call(`/rest/3.0/getProfileAttributes?extId=${extId}`, { method: 'GET' });
  return (answer.json as { profile: Record<string, unknown> }).profile;
};
const leaks = async (): Promise<string[]> => {
  const { db, url } = sending.gateway.fresh;
  return findInDump(await dumpDatabase(db, url), MARKS);
};
/** Builds, follows and merges the bitmap index. */
const maintainIndex = async (): Promise<void> => {
  const index = sending.gateway.app.get(IndexMaintenanceService);
  await index.buildIndexes();
  await index.followFeed();
  await sending.gateway.fresh.db.affected("UPDATE audience.index_slice SET merged_at = now() - interval '1 hour'");
  await index.mergeDeltas();
};

const cleanLeaks = async (): Promise<string[]> => {
  await maintainIndex();
  return leaks();
};
/** The index passes a change when no older transaction of the whole server is open. */
const PATIENCE = { timeout: 25_000, interval: 100 };

beforeAll(async () => {
  sending = await startSending({ INDEX_LEAST_USERS: '1' });
  await apply({ attributes: [...SEALED, ...PLAIN] });
  const profile = { taxId: TAX_ID, salary: SALARY, codes: [CODES[0]], dateOfBirth: '1987-05-23', plan: 'gold' };
  await sending.post('registerUsers', [
    { extId: 'jo', platform: 'IOS', deviceToken: 'a'.repeat(64), email: 'jo@example.com', profile },
    { extId: 'al', platform: 'IOS', deviceToken: 'b'.repeat(64), profile: { taxId: OTHER_ID, plan: 'gold' } },
    { extId: 'bo', profile: { plan: 'free' } },
  ]);
  await sending.post('pushProfileAttributes', [{ extId: 'jo', profile: { codes: [CODES[1]] } }]);
});
afterAll(() => sending.close());

describe('Sealed attributes', () => {
  it('Sealed attributes are read as they were written', async () => {
    expect(await profileOf('jo')).toMatchObject({ taxId: TAX_ID, salary: SALARY, codes: CODES, dateOfBirth: BIRTH });
    await sending.gateway.makeKey('users', { scopes: ['users'] });
    const { json } = await sending.gateway.call('/rest/3.0/getProfileAttributes?extId=jo', {
      method: 'GET',
      key: 'users',
    });
    expect(json).toEqual({
      extId: 'jo',
      profile: { plan: 'gold', platform: 'IOS', lastSeen: expect.any(Number) as number },
    });
  });

  const cases: [string, object, number][] = [
    ['a text', { taxId: TAX_ID }, 1],
    ['one of several texts', { taxId: [TAX_ID, OTHER_ID, 'x'] }, 2],
    ['a number', { salary: SALARY }, 1],
    ['a number as text', { salary: String(SALARY) }, 1],
    ['an element of an array', { codes: CODES[1] }, 1],
    ['a date', { dateOfBirth: '1987-05-23' }, 1],
    ['another value', { taxId: 'tr-31415926-JO' }, 0],
    ['a value of another attribute', { codes: TAX_ID }, 0],
    ['$exists', { salary: { $exists: true } }, 1],
    ['$exists: false', { salary: { $exists: false } }, 2],
    ['$or', { $or: { taxId: OTHER_ID, salary: SALARY } }, 2],
  ];
  it.each(cases)('Sealed attributes are found in the rows by %s', async (_, profile, users) => {
    await expect.poll(() => count(profile), PATIENCE).toEqual({ count: users });
  });

  it.each(cases)('Sealed attributes are found by the index by %s', async (_, profile, users) => {
    await maintainIndex();
    await expect.poll(() => count(profile), PATIENCE).toEqual({ count: users });
  });

  it.each([
    ['grouped', 'targeting/count-batch', { groupBy: { profile: 'taxId' } }, 'sealed'],
    ['grouped by ranges', 'targeting/count-batch', { groupBy: { profile: 'salary', buckets: [[1, 2]] } }, 'sealed'],
    ['compared by ranges', 'targeting/count', { target: { profile: { salary: { $gt: 5 } } } }, 'salary'],
    ['searched by parts', 'targeting/count', { target: { profile: { taxId: { $contains: 'TR' } } } }, 'taxId'],
  ])('Sealed attributes cannot be %s', async (_, operation, body, names) => {
    const { status, json } = await sending.gateway.call(`/rest/3.0/${operation}`, { body });
    expect([status, json]).toEqual([400, { code: 2004, error: expect.stringContaining(names) as string }]);
  });

  it('Sealed attributes work in segments, targets of campaigns and placeholders of messages', async () => {
    await apply({ segments: SEGMENTS });
    expect(await apply({ segments: SEGMENTS })).toMatchObject({ differences: [] });
    await sending.gateway.app.get(SegmentCalculatorService).calculateDue();
    const { list } = (await sending.gateway.call('/rest/3.0/getSegments', { method: 'GET' })).json as {
      list: object[];
    };
    expect(list).toEqual([
      expect.objectContaining({ name: 'payer', userCount: 1 }),
      expect.objectContaining({ name: 'grouped', userCount: 1 }),
    ]);

    const key = await sending.bulk({
      message: {
        title: 'For @{taxId}',
        text: 'Codes',
        personalizedMessage: 'Id @{taxId}',
        platforms: ['IOS'],
        inbox: true,
      },
      target: { profile: { taxId: TAX_ID } },
    });
    await sending.post('createNotificationDefinition', { title: 'x', message: 'y', platforms: ['IOS'] });
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
    const inbox = await sending.post<{ msgs: { message: string }[] }>('inbox/getAllInbox', {
      extId: 'jo',
      status: 7,
      numberOfNotification: 10,
    });
    expect(inbox.msgs.map(({ message }) => message)).toEqual([`Id ${TAX_ID}`]);
    const explained = await sending.gateway.call('/rest/3.0/targeting/explain', {
      body: { extId: 'jo', notificationKey: key },
    });
    expect(explained.json).toMatchObject({ notification: { target: { matches: true } } });
    expect(explained.text).not.toContain('~sealed');
    const exported = await sending.gateway.call('/rest/3.0/exportPerson?extId=jo', { method: 'GET' });
    expect(exported.json).toMatchObject({ profile: { taxId: TAX_ID }, inbox: [{ message: `Id ${TAX_ID}` }] });
  });

  it('Sealed attributes work in targets of transactional sends', async () => {
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Hi',
      message: 'There',
      platforms: ['IOS'],
    });
    await sending.post('sendNotification', {
      notificationKey: String(notificationKey),
      target: { pa: { salary: SALARY } },
    });
    await sending.drain();
    expect(await sending.ends(notificationKey)).toEqual({ SUCCESS: 1 });
  });

  it('A dump shows no sealed value: not in rows, feed, index, targets, segments or inbox', async () => {
    await maintainIndex();
    expect(await leaks()).toEqual([]);
  });

  it('Sealed attributes can be changed and removed', async () => {
    await sending.post('pullProfileAttributes', [{ extId: 'jo', profile: { codes: [CODES[0]] } }]);
    expect(await profileOf('jo')).toMatchObject({ codes: [CODES[1]] });
    await sending.post('deleteProfileAttributeValue', [{ key: 'codes', value: CODES[1] }]);
    expect(await profileOf('jo')).not.toHaveProperty('codes');
    await sending.post('unsetProfileAttributes', [{ extId: 'al', profile: ['taxId'] }]);
    await expect.poll(() => count({ taxId: OTHER_ID }), PATIENCE).toEqual({ count: 0 });
    expect(await leaks()).toEqual([]);
  });
});

describe('Later sealing of an attribute', () => {
  it('An attribute is found and read while its rows are being sealed, and is in no dump afterwards', async () => {
    await sending.post('registerUsers', [
      { extId: 'jo', profile: { late: LATE, lateCodes: [LATE, 'other'] } },
      { extId: 'bo', profile: { late: 'else' } },
    ]);
    await maintainIndex();
    expect(await leaks()).toEqual([LATE]);
    const attributes = [...SEALED, PLAIN[0], ...PLAIN.slice(1).map((attribute) => ({ ...attribute, sealed: true }))];
    await apply({ attributes });
    await sending.post('registerUsers', [{ extId: 'al', profile: { late: LATE } }]);
    await expect.poll(() => count({ late: LATE }), PATIENCE).toEqual({ count: 2 });
    expect(await profileOf('jo')).toMatchObject({ late: LATE, lateCodes: [LATE, 'other'] });
    await sending.gateway.app.get(SealingService).processSealings(-60_000);
    expect(await profileOf('jo')).toMatchObject({ late: LATE, lateCodes: [LATE, 'other'] });
    expect(await profileOf('bo')).toMatchObject({ late: 'else' });
    await expect.poll(() => count({ late: LATE }), PATIENCE).toEqual({ count: 2 });
    await expect.poll(() => count({ lateCodes: LATE }), PATIENCE).toEqual({ count: 1 });
    await expect.poll(cleanLeaks, PATIENCE).toEqual([]);
    await expect.poll(() => count({ late: LATE }), PATIENCE).toEqual({ count: 2 });
  });

  it.each([
    [{ attributes: [{ code: 'taxId', dataType: 'STRING' }] }, 'taxId is sealed, and stays so'],
    [{ attributes: [], prune: true }, 'is sealed, and stays so'],
    [{ attributes: [{ code: 'email', dataType: 'STRING', sealed: true }] }, 'email cannot be sealed'],
    [{ attributes: [{ code: 'language', dataType: 'STRING', sealed: true }] }, 'language cannot be sealed'],
    [
      { events: [{ code: 'E', attributes: [{ code: 'a', dataType: 'STRING', sealed: true }] }] },
      'sealed: unknown name',
    ],
    [
      {
        segments: [{ name: 'rich', type: 'PREDICT_SEGMENT', target: { predict: { attribute: 'salary', atLeast: 1 } } }],
      },
      'sealed',
    ],
  ])('Sealing is refused where it cannot hold: %j', async (file, names) => {
    await expect(apply(file)).rejects.toThrow(names);
    expect(await profileOf('jo')).toMatchObject({ taxId: TAX_ID });
  });
});

describe('Text in the form of a sealed value', () => {
  it.each([
    ['setProfileAttributes', [{ extId: 'jo', profile: { plan: '~sealed.00000000.AAAA' } }]],
    ['setProfileAttributes', [{ extId: 'jo', profile: { taxId: '~sealed.00000000.AAAA' } }]],
    ['pushProfileAttributes', [{ extId: 'jo', profile: { codes: ['~sealed.00000000.AAAA'] } }]],
  ])('A text that looks sealed is refused by %s', async (operation, body) => {
    const { status, json } = await sending.gateway.call(`/rest/3.0/${operation}`, { body });
    expect([status, json]).toEqual([400, expect.objectContaining({ code: 2004 })]);
  });
});

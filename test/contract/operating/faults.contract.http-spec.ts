import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  const file = {
    app: 'shop',
    attributes: [
      { code: 'age', dataType: 'INT' },
      { code: 'teams', dataType: 'STRING', array: true },
    ],
    events: [{ code: 'Order', attributes: [{ code: 'total', dataType: 'INT' }] }],
  };
  await gateway.app.get(ApplyService).apply(file, { dryRun: false });
});
afterAll(() => gateway.close());

const call = (operation: string, body: unknown) => gateway.call(`/rest/3.0/${operation}`, { body });
const users = async () =>
  gateway.fresh.db.row('SELECT count(*) AS n FROM users.app_user WHERE app_id = $1', [gateway.appId]);

describe('Several errors in one request (decisions 9)', () => {
  it.each([
    [
      'registerUsers',
      [
        { extId: 'a' },
        { extId: 'b', email: 7 },
        'c',
        { email: 'd@example.com' },
        { extId: 'e', consent: { sms: 'no' } },
      ],
      { code: 2004, error: "Field 'email' should be a text (at index 1)" },
      [
        { index: 1, extId: 'b', field: 'email' },
        { index: 2 },
        { index: 3, field: 'extId' },
        { index: 4, extId: 'e', field: 'consent.sms' },
      ],
    ],
    [
      'registerUsers',
      [
        { extId: 'a', profile: { age: 'old' } },
        { extId: 'b', profile: { age: 7 } },
        { extId: 'c', email: 'nobody' },
        { extId: 'd', profile: { shoe: 41 } },
        { extId: 'e', deviceToken: 'x' },
      ],
      { code: 2004, error: expect.stringContaining('profile.age') as string },
      [
        { index: 0, extId: 'a', field: 'profile.age' },
        { index: 2, extId: 'c', field: 'email' },
        { index: 3, extId: 'd', field: 'profile.shoe' },
        { index: 4, extId: 'e', field: 'platform' },
      ],
    ],
    [
      'setProfileAttributes',
      [
        { extId: 'a', profile: { age: 'old' } },
        { extId: 'b', profile: { age: [] } },
      ],
      { code: 2004, error: expect.stringContaining('profile.age') as string },
      [
        { index: 0, extId: 'a', field: 'profile.age' },
        { index: 1, extId: 'b', field: 'profile.age' },
      ],
    ],
    [
      'fireEvents',
      [
        { extId: 'a', name: 'Order', total: 'x' },
        { extId: 'b', name: 'Order' },
        { extId: 'c', name: 'Order', total: 1.5 },
      ],
      { code: 2004, error: expect.stringContaining('(at index 0)') as string },
      [
        { index: 0, extId: 'a', field: 'total' },
        { index: 2, extId: 'c', field: 'total' },
      ],
    ],
    [
      'unsetProfileAttributes',
      [
        { extId: 'a', profile: ['age'] },
        { extId: 'b', profile: ['shoe'] },
        { extId: 'c', profile: ['hat'] },
      ],
      { code: 2004, error: "Profile attribute 'shoe' is not defined (at index 1)" },
      [
        { index: 1, extId: 'b' },
        { index: 2, extId: 'c' },
      ],
    ],
    [
      'pullProfileAttributes',
      [
        { extId: 'a', profile: { teams: ['x'] } },
        { extId: 'b', profile: { age: [1] } },
        { extId: 'c', profile: { teams: [7] } },
      ],
      { code: 2004, error: expect.stringContaining('(at index 1)') as string },
      [
        { index: 1, extId: 'b', field: 'profile.age' },
        { index: 2, extId: 'c', field: 'profile.teams' },
      ],
    ],
    [
      'deleteProfileAttributeValue',
      [
        { key: 'age', value: 'old' },
        { key: 'age', value: 7 },
        { key: 'shoe', value: 7 },
      ],
      { code: 2004, error: expect.stringContaining('(at index 0)') as string },
      [{ index: 0, field: 'value' }, { index: 2 }],
    ],
    [
      'setCategoryPreferences',
      [{ extId: 'a', category: 'x', enable: true }, { extId: 'b', category: 'x' }, { extId: 'c' }],
      { code: 2020, error: 'enable is required (at index 1)' },
      [
        { index: 1, extId: 'b', field: 'enable' },
        { index: 2, extId: 'c', field: 'category' },
      ],
    ],
    [
      'tagUsers',
      { tag: 'x', extIds: ['a', 7, 'b', '', 'c\0'] },
      { code: 2004, error: expect.stringContaining("'extIds[1]'") as string },
      [
        { index: 1, field: 'extIds[1]' },
        { index: 3, field: 'extIds[3]' },
        { index: 4, field: 'extIds[4]' },
      ],
    ],
    [
      'addEmail',
      { emailList: ['a@example.com', 'nobody', 'b@example.com', 'none'] },
      { code: 6000, error: expect.stringContaining("'emailList[1]'") as string },
      [
        { index: 1, field: 'emailList[1]' },
        { index: 3, field: 'emailList[3]' },
      ],
    ],
    [
      'sendNotification',
      [
        { notificationKey: '999999', target: { extId: 'a' } },
        { notificationKey: '999998', target: { extId: ['a', 'b'] } },
        { notificationKey: '0', target: { extId: 'c' } },
      ],
      { code: 5003, error: expect.stringContaining('(at index 2)') as string },
      [{ index: 2, field: 'notificationKey' }],
    ],
    [
      'sendNotification',
      [
        { notificationKey: '999999', target: { extId: 'a' } },
        { notificationKey: '999998', target: { extId: ['a', 'b'] } },
      ],
      { code: 5003, error: 'No notification has the key 999999 (at index 0)' },
      [{ index: 0, extId: 'a' }, { index: 1 }],
    ],
    [
      'stopNotification',
      [{ messageId: 999_999 }, { messageId: 999_998 }],
      { code: 5003, error: 'No notification has the key 999999 (at index 0)' },
      [{ index: 0 }, { index: 1 }],
    ],
  ])('%s lists all entries with errors, and changes nothing', async (operation, body, first, faults) => {
    const before = await users();
    const answer = await call(operation, body);
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ ...first, faults });
    expect(await users()).toEqual(before);
  });

  it('An error names index and extId of a single wrong entry, whether its form or its content is wrong', async () => {
    const answer = await call('registerUsers', [{ extId: 'a' }, { extId: 'b', email: 7 }]);
    expect(answer.json).toEqual({
      code: 2004,
      error: "Field 'email' should be a text (at index 1)",
      faults: [{ index: 1, extId: 'b', field: 'email' }],
    });
    const other = await call('registerUsers', [{ extId: 'a' }, { extId: 'b', profile: { age: 'old' } }]);
    expect(other.json).toEqual({
      code: 2004,
      error: expect.stringMatching(/'profile\.age'.* \(at index 1\)$/) as string,
      faults: [{ index: 1, extId: 'b', field: 'profile.age' }],
    });
  });

  it('A request that is a single entry outside a list gets no list of errors', async () => {
    const answer = await call('sendNotification', { notificationKey: '999999', target: { extId: 'a' } });
    expect(answer.json).toEqual({ code: 5003, error: 'No notification has the key 999999' });
  });

  it('A list of errors has at most 100 entries', async () => {
    const entries = Array.from({ length: 300 }, (_, i) => ({ extId: `x${i}`, email: 7 }));
    const { faults } = (await call('registerUsers', entries)).json as { faults: { index: number }[] };
    expect(faults.map(({ index }) => index)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });
});

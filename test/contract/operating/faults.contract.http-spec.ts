import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  const file = {
    app: 'shop',
    attributes: [{ code: 'age', dataType: 'INT' }],
    events: [{ code: 'Order', attributes: [{ code: 'total', dataType: 'INT' }] }],
  };
  await gateway.app.get(ApplyService).apply(file, { dryRun: false });
});
afterAll(() => gateway.close());

const call = (operation: string, body: unknown) => gateway.call(`/rest/3.0/${operation}`, { body });
const users = async () =>
  gateway.fresh.db.row('SELECT count(*) AS n FROM users.app_user WHERE app_id = $1', [gateway.appId]);

describe('decisions 9, several faults', () => {
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
  ])('%s lists all entries at fault, and changes nothing', async (operation, body, first, faults) => {
    const before = await users();
    const answer = await call(operation, body);
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ ...first, faults });
    expect(await users()).toEqual(before);
  });

  it('lists none where one entry is at fault', async () => {
    const answer = await call('registerUsers', [{ extId: 'a' }, { extId: 'b', email: 7 }]);
    expect(answer.json).toEqual({ code: 2004, error: "Field 'email' should be a text (at index 1)" });
  });

  it('lists at most 100', async () => {
    const entries = Array.from({ length: 300 }, (_, i) => ({ extId: `x${i}`, email: 7 }));
    const { faults } = (await call('registerUsers', entries)).json as { faults: { index: number }[] };
    expect(faults.map(({ index }) => index)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });
});

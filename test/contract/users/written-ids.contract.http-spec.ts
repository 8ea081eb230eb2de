import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RegistrationService } from '#libs/users/registry';
import { openUsersContract, type UsersContract } from '../../support/contract/users-contract.js';

let contract: UsersContract;

beforeAll(async () => {
  contract = await openUsersContract();
});
afterAll(() => contract.close());

const count = async () => (await contract.get('count-user')).json;

/** Writes that create a user, by the id that they name. */
const WRITES: Record<string, (extId: string) => unknown> = {
  registerUsers: (extId) => [{ extId, profile: { age: 1 } }],
  setProfileAttributes: (extId) => [{ extId, profile: { age: 2 } }],
  pushProfileAttributes: (extId) => [{ extId, profile: { lastVisitedProducts: ['a'] } }],
  tagUsers: (extId) => ({ tag: 'Sport', extIds: [extId] }),
  updateEmail: (extId) => ({ extId, email: 'ada@example.com' }),
  updateMsisdn: (extId) => ({ extId, msisdn: '+905321110012' }),
  setCategoryPreferences: (extId) => [{ extId, category: 'Shopping', enable: false }],
};

describe('ExtIds with blanks and invisible characters', () => {
  it.each(Object.entries(WRITES))(
    '%s takes ids with something around them for the id itself',
    async (operation, body) => {
      const extId = `around-${operation}`;
      await contract.write(operation, body(extId));
      const before = await count();
      for (const written of [
        `${extId} `,
        ` ${extId}`,
        `\uFEFF${extId}`,
        `${extId}\r\n`,
        `\u200B${extId}\u200E`,
        `${extId}\u00A0`,
      ]) {
        await contract.write(operation, body(written));
      }
      expect(await count()).toEqual(before);
    },
  );

  it('Reads and removals take ids with something around them for the id itself', async () => {
    await contract.write('registerUsers', [
      { extId: 'read', platform: 'IOS', deviceToken: 'read-token', profile: { age: 5 } },
    ]);
    expect(await contract.profile(' read\u200B')).toMatchObject({ age: 5 });
    expect((await contract.get('getDevices', { extId: 'read ' })).json).toMatchObject({ extId: 'read' });
    await contract.write('disablePush', { extId: '\uFEFFread' });
    expect((await contract.get('getDevices', { extId: 'read', pushPermitted: 'true' })).json).toMatchObject({
      devices: [],
    });
    await contract.write('deleteUsers', { extIds: ['read '] });
    expect(await contract.get('getProfileAttributes', { extId: 'read' })).toMatchObject({ json: { code: 5016 } });
  });

  it('A user that an earlier release stored with a blank in the id is deleted by that id', async () => {
    // Nothing but a request is trimmed.
    await contract.gateway.app.get(RegistrationService).registerUsers(contract.gateway.appId, [{ extId: 'blank ' }]);
    const before = await count();
    await contract.write('deleteUsers', { extIds: ['blank '] });
    expect(await count()).not.toEqual(before);
  });

  it.each(Object.entries(WRITES))('%s creates no user for an id with an invisible character', (operation, body) =>
    contract.refuses(operation, body('ad\u200Ba'), 2004, 'invisible'),
  );

  it.each(
    Object.entries(WRITES).flatMap(([operation, body]) =>
      ['undefined', 'null', 'NaN', '[object Object]'].map((id) => [operation, id, body] as const),
    ),
  )('%s creates nobody for the id %j, which programs write for none', (operation, id, body) =>
    contract.refuses(operation, body(id), 2004, id),
  );

  it('The ids undefined and [object Object] are unknown to reads', async () => {
    for (const extId of ['undefined', '[object Object]']) {
      expect(await contract.get('getProfileAttributes', { extId })).toMatchObject({
        status: 400,
        json: { code: 5016 },
      });
    }
  });
});

describe('Addresses that no server takes', () => {
  it.each([
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a@.123',
    'a@example.123',
    'a@1.2.3.4',
    'a\u200Bb@example.com',
    'a\u200Eb@example.com',
    'a\u00ADb@example.com',
    'a\u202Eb@example.com',
    'a@exam\u200Bple.com',
  ])('The address %j is refused by every operation that takes one', async (email) => {
    await contract.refuses('updateEmail', { extId: 'ada', email }, 6000, 'e-mail');
    await contract.refuses('registerUsers', [{ extId: 'ada', email }], 6000, 'e-mail');
    await contract.refuses('setProfileAttributes', [{ extId: 'ada', profile: { email } }], 6000, 'e-mail');
    await contract.refuses('addEmail', { emailList: [email] }, 6000, 'e-mail');
    await contract.refuses('disableMail', { emailList: [email] }, 6000, 'e-mail');
  });

  it('Invisible characters around an address are left out', async () => {
    await contract.write('updateEmail', { extId: 'bea', email: '\uFEFF bea@example.com\u200B\r\n' });
    expect(await contract.profile('bea')).toMatchObject({ email: 'bea@example.com' });
  });
});

describe('Numbers that a spreadsheet changed', () => {
  it.each([
    '+905321110012.0',
    '+4915112345678.0',
    '+4.915112345678E12',
    '+905321110012,0',
    '+905321110012.00',
    '+905.321.110.012',
  ])('The number %j is refused by every operation that takes one', async (msisdn) => {
    await contract.refuses('updateMsisdn', { extId: 'ada', msisdn }, 6000, 'number');
    await contract.refuses('registerUsers', [{ extId: 'ada', msisdn }], 6000, 'number');
    await contract.refuses('addMsisdn', { msisdnList: [msisdn] }, 6000, 'number');
  });
});

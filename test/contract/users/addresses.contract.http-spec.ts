import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUsersContract, type UsersContract } from '../../support/contract/users-contract.js';
import examples from '../examples/addresses.json' with { type: 'json' };

let contract: UsersContract;
const post: UsersContract['post'] = (...args) => contract.post(...args);
const write: UsersContract['write'] = (...args) => contract.write(...args);
const profile: UsersContract['profile'] = (...args) => contract.profile(...args);

beforeAll(async () => {
  contract = await openUsersContract();
});
afterAll(() => contract.close());

interface Holder {
  extId: string | null;
  installations: number;
}

/** Users that carry an address, with how many installations they have. */
const holders = (address: string, appId = contract.gateway.appId): Promise<Holder[]> =>
  contract.gateway.fresh.db.rows<Holder>(
    `SELECT u.ext_id AS "extId",
            (SELECT count(*) FROM users.installation AS i WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid) AS installations
     FROM users.app_user AS u WHERE u.app_id = $1 AND (lower(u.email) = $2 OR u.msisdn = $2) ORDER BY 1`,
    [appId, address],
  );
const UPLOADED = [{ extId: null, installations: 0 }];

describe('Published examples', () => {
  it.each(examples)('The example $id of section 4.1 is answered as published', (example) => contract.example(example));
});

describe('4.1 updateEmail', () => {
  it('updateEmail sets the address and creates the user', async () => {
    await write('updateEmail', { extId: 'e1', email: 'e1@example.com' });
    await write('updateEmail', { extId: 'e1', email: 'new@example.com' });
    expect(await profile('e1')).toEqual({ email: 'new@example.com' });
  });

  it('updateEmail with "" keeps the address (decisions 3)', async () => {
    await write('updateEmail', { extId: 'e2', email: 'e2@example.com' });
    await write('updateEmail', { extId: 'e2', email: '' });
    expect(await profile('e2')).toEqual({ email: 'e2@example.com' });
  });
});

describe('4.1 updateMsisdn', () => {
  it('updateMsisdn sets the number, and "" clears it (decisions 3)', async () => {
    await write('updateMsisdn', { extId: 'n1', msisdn: '+90 532 123 45 60' });
    expect(await profile('n1')).toEqual({ msisdn: '+905321234560' });
    await write('updateMsisdn', { extId: 'n1', msisdn: '' });
    expect(await profile('n1')).toEqual({});
  });
});

describe('4.1 addEmail and addMsisdn', () => {
  it('addEmail and addMsisdn create no user where the address exists already (rule 1)', async () => {
    await write('registerUsers', [{ extId: 'r1', email: 'r1@example.com', msisdn: '+905320000001' }]);
    await write('addEmail', { emailList: ['R1@example.com', 'added@example.com', 'added@example.com'] });
    await write('addEmail', { emailList: ['added@example.com'] });
    await write('addMsisdn', { msisdnList: ['+905320000001', '+905320000002'] });
    await write('addMsisdn', { msisdnList: ['+905320000002'] });
    expect(await holders('r1@example.com')).toEqual([{ extId: 'r1', installations: 0 }]);
    expect(await holders('+905320000001')).toEqual([{ extId: 'r1', installations: 0 }]);
    expect([await holders('added@example.com'), await holders('+905320000002')]).toEqual([UPLOADED, UPLOADED]);
  });

  it('Users that addEmail creates have no installation (rule 2)', async () => {
    await write('addEmail', { emailList: ['two@example.com'] });
    expect(await holders('two@example.com')).toEqual(UPLOADED);
  });

  it('A user who later gets an uploaded address takes the place of the uploaded one (rule 3)', async () => {
    await write('addEmail', { emailList: ['three@example.com'] });
    await write('addMsisdn', { msisdnList: ['+905320000003'] });
    await write('registerUsers', [
      { extId: 'three', platform: 'IOS', deviceToken: 'three', email: 'three@example.com', msisdn: '+905320000003' },
    ]);
    const primary = [{ extId: 'three', installations: 1 }];
    expect([await holders('three@example.com'), await holders('+905320000003')]).toEqual([primary, primary]);
  });

  it('addEmail takes lists within a size and without a limit of entries (rules 4 and 5)', async () => {
    const emailList = Array.from({ length: 20_000 }, (_, i) => `user${i}@example.com`);
    await write('addEmail', { emailList });
    expect(await holders('user19999@example.com')).toEqual(UPLOADED);
    const tooLarge = { emailList: [...emailList, ...emailList] };
    await contract.refuses('addEmail', tooLarge, 2004, '512 KB');
    const raw = new Uint8Array(gzipSync(JSON.stringify(tooLarge)));
    const answer = await contract.gateway.call('/rest/3.0/addEmail', {
      raw,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect(answer).toMatchObject({ status: 400, json: { code: 2004 } });
  });
});

describe('removeEmail and removeMsisdn (decisions 6)', () => {
  it('removeEmail and removeMsisdn take the address from a user, or uploaded addresses from the list', async () => {
    await write('registerUsers', [{ extId: 'x1', email: 'x1@example.com', msisdn: '+905320000009' }]);
    await write('addEmail', { emailList: ['x2@example.com'] });
    await write('addMsisdn', { msisdnList: ['+905320000008'] });
    await write('removeEmail', { emailList: ['x1@example.com', 'x2@example.com', 'x3@example.com'] });
    await write('removeMsisdn', { msisdnList: ['+905320000008'] });
    expect([await holders('x2@example.com'), await holders('+905320000008')]).toEqual([[], []]);
    expect(await profile('x1')).toEqual({ email: 'x1@example.com', msisdn: '+905320000009' });
    await write('removeEmail', { extId: 'x1' });
    await write('removeMsisdn', { extId: 'nobody' });
    expect(await profile('x1')).toEqual({ msisdn: '+905320000009' });
  });
});

describe('Bad input', () => {
  it.each<[string, unknown, number, string]>([
    ['updateEmail', {}, 2020, 'extId'],
    ['updateEmail', { extId: 'a' }, 2020, 'email'],
    ['updateEmail', { extId: 'a', email: 'a@b' }, 6000, 'email'],
    ['updateEmail', { extId: 'a', email: 'a b@example.com' }, 6000, 'email'],
    ['updateEmail', { extId: 'a', email: 'a@example.com\r\nBcc: b@example.com' }, 6000, 'email'],
    ['updateEmail', { extId: 'a', email: 7 }, 2004, 'email'],
    ['updateEmail', { extId: 'a', email: 'your_email' }, 6000, 'email'],
    ['updateMsisdn', { extId: 'a', msisdn: 'abc' }, 6000, 'msisdn'],
    ['updateMsisdn', { extId: 'a', msisdn: '5329990002' }, 6000, 'msisdn'],
    ['updateMsisdn', { extId: 'a', msisdn: '905329990002' }, 6000, 'msisdn'],
    ['registerUsers', [{ extId: 'a', msisdn: '5329990002' }], 6000, 'msisdn'],
    ['setProfileAttributes', [{ extId: 'a', profile: { msisdn: '5329990002' } }], 6000, 'msisdn'],
    ['addMsisdn', { msisdnList: ['+905321234567', '5329990002'] }, 6000, 'msisdnList[1]'],
    ['updateMsisdn', { extId: 'a' }, 2020, 'msisdn'],
    ['updateMsisdn', { extId: 'a', msisdn: '123' }, 6000, 'msisdn'],
    ['updateMsisdn', { extId: 'a', msisdn: '+0532' }, 6000, 'msisdn'],
    ['addEmail', {}, 2020, 'emailList'],
    ['addEmail', { emailList: [] }, 2020, 'emailList'],
    ['addEmail', { emailList: 'a@example.com' }, 2004, 'emailList'],
    ['addEmail', { emailList: ['a@example.com', 7] }, 2004, 'emailList[1]'],
    ['addEmail', { emailList: ['a@example.com', ''] }, 2004, 'emailList[1]'],
    ['addEmail', { emailList: ['a@example.com', 'nope'] }, 6000, 'emailList[1]'],
    ['addEmail', { emailList: ['a\0@example.com'] }, 2004, 'emailList[0]'],
    ['addMsisdn', {}, 2020, 'msisdnList'],
    ['addMsisdn', { msisdnList: ['+905321234567', '+12'] }, 6000, 'msisdnList[1]'],
    ['removeEmail', {}, 2020, 'emailList'],
    ['removeEmail', { extId: 'a', emailList: ['a@example.com'] }, 2004, 'emailList'],
    ['removeEmail', { emailList: ['nope'] }, 6000, 'emailList[0]'],
    ['removeMsisdn', { msisdnList: [] }, 2020, 'msisdnList'],
  ])('%s (case %#) refuses bad input, names the error and writes nothing', (operation, body, code, names) =>
    contract.refuses(operation, body, code, names),
  );
});

const OPERATIONS: [string, unknown][] = [
  ['updateEmail', { extId: 'iso', email: 'other@example.com' }],
  ['updateMsisdn', { extId: 'iso', msisdn: '' }],
  ['addEmail', { emailList: ['iso@example.com'] }],
  ['addMsisdn', { msisdnList: ['+905320000007'] }],
  ['removeEmail', { extId: 'iso' }],
  ['removeMsisdn', { extId: 'iso' }],
];

describe('Keys and tenant isolation (section 5)', () => {
  it.each(OPERATIONS)(
    '%s refuses a missing key and keys without the permission, and changes no other application',
    async (operation, body) => {
      const ownValue = { extId: 'iso', email: 'iso@example.com', msisdn: '+905320000007' };
      await write('registerUsers', [ownValue]);
      const path = `/rest/3.0/${operation}`;
      expect(await contract.gateway.call(path, { key: null, body })).toMatchObject({
        status: 401,
        json: { code: 2010 },
      });
      expect(await post(operation, body, 'mobile')).toMatchObject({ status: 403, json: { code: 2022 } });
      expect(await post(operation, body, 'events-only')).toMatchObject({ status: 403, json: { code: 2022 } });
      await write(operation, body, contract.elsewhere.keys.rest);
      expect(await profile('iso')).toEqual({ email: ownValue.email, msisdn: ownValue.msisdn });
      expect(await holders(ownValue.email)).toEqual([{ extId: 'iso', installations: 0 }]);
    },
  );
});

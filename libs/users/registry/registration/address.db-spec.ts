import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { openUsersRoom, type UsersRoom } from '../../../../test/support/rooms/users-room.js';

let fresh: FreshDatabase;
let room: UsersRoom;
let appId: number;
let apps = 0;

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 20 });
  room = await openUsersRoom(fresh);
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  appId = (await room.applying.apply({ app: `shop-${(apps += 1)}` }, { dryRun: false })).app.id;
});

interface StoredUser {
  extId: string | null;
  email: string | null;
  msisdn: string | null;
}

const findUsers = (id = appId) =>
  fresh.db.rows<StoredUser>(
    'SELECT u.ext_id AS "extId", u.email, u.msisdn FROM users.app_user AS u WHERE u.app_id = $1 ORDER BY u.ext_id, u.email, u.msisdn',
    [id],
  );
const countLookups = async () =>
  (await fresh.db.rows('SELECT FROM users.contact_lookup AS c WHERE c.app_id = $1', [appId])).length;
const email = (address: string): StoredUser => ({ extId: null, email: address, msisdn: null });
const uploadEmails = (...addresses: string[]) => room.addresses.uploadAddresses(appId, 'email', addresses);

describe('Address of a user with and without an earlier one', () => {
  it('setAddress stores an e-mail address and a phone number, and replaces an earlier address', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'jo', platform: 'IOS', deviceToken: 't' }]);
    await room.addresses.setAddress(appId, 'email', 'jo', 'one@example.com');
    expect(await findUsers()).toEqual([{ extId: 'jo', email: 'one@example.com', msisdn: null }]);
    await room.addresses.setAddress(appId, 'msisdn', 'jo', '+905321234567');
    await room.addresses.setAddress(appId, 'email', 'jo', 'two@example.com');
    expect(await findUsers()).toEqual([{ extId: 'jo', email: 'two@example.com', msisdn: '+905321234567' }]);
  });
});

describe('uploadAddresses and removeAddress of lists', () => {
  it('uploadAddresses creates one user for each address, regardless of case', async () => {
    await uploadEmails('a@example.com', 'A@EXAMPLE.COM', 'b@example.com');
    await uploadEmails('B@example.com', 'c@example.com');
    await room.addresses.uploadAddresses(appId, 'msisdn', ['+90 532 123 45 67', '+905321234567']);
    expect(await findUsers()).toEqual([
      email('A@EXAMPLE.COM'),
      email('b@example.com'),
      email('c@example.com'),
      { extId: null, email: null, msisdn: '+905321234567' },
    ]);
  });

  it('uploadAddresses creates no user for an address that a user already has', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'jo', email: 'Jo@example.com', msisdn: '+905321234567' }]);
    await uploadEmails('jo@example.com');
    await room.addresses.uploadAddresses(appId, 'msisdn', ['+90 532 1234567']);
    expect(await findUsers()).toEqual([{ extId: 'jo', email: 'Jo@example.com', msisdn: '+905321234567' }]);
  });

  it('uploadAddresses creates a user for an address that its user no longer has', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'jo', email: 'old@example.com' }]);
    await room.addresses.setAddress(appId, 'email', 'jo', 'new@example.com');
    await uploadEmails('old@example.com', 'new@example.com');
    expect(await findUsers()).toEqual([
      { extId: 'jo', email: 'new@example.com', msisdn: null },
      email('old@example.com'),
    ]);
  });

  it.each([
    ['registerUsers', () => room.registration.registerUsers(appId, [{ extId: 'jo', email: 'JO@example.com' }])],
    ['updateEmail', () => room.addresses.setAddress(appId, 'email', 'jo', 'JO@example.com')],
    [
      'setProfileAttributes',
      () => room.registration.setProfileAttributes(appId, [{ extId: 'jo', profile: { email: 'JO@example.com' } }]),
    ],
  ])('The user of an uploaded address is deleted when %s sets the address for a named user', async (_, write) => {
    await uploadEmails('jo@example.com', 'b@example.com');
    await write();
    expect(await findUsers()).toEqual([{ extId: 'jo', email: 'JO@example.com', msisdn: null }, email('b@example.com')]);
    expect(await countLookups()).toBe(2);
    await uploadEmails('jo@example.com');
    expect(await findUsers()).toHaveLength(2);
  });

  it('Concurrent uploads and user writes create each address once', async () => {
    const addresses = Array.from({ length: 60 }, (_, i) => `user${i}@example.com`);
    await Promise.all([
      ...Array.from({ length: 4 }, (_, n) => uploadEmails(...(n % 2 === 0 ? addresses : addresses.toReversed()))),
      ...Array.from({ length: 4 }, (_, n) =>
        room.registration.registerUsers(
          appId,
          addresses.slice(n * 10, n * 10 + 20).map((address) => ({ extId: address, email: address })),
        ),
      ),
    ]);
    const rows = await findUsers();
    expect(rows.map((user) => user.email).toSorted()).toEqual(addresses.toSorted());
    expect(rows.filter((user) => user.extId !== null)).toHaveLength(50);
    expect(await countLookups()).toBe(60);
  });

  it('uploadAddresses accepts lists of tens of thousands of addresses', async () => {
    await uploadEmails(...Array.from({ length: 20_000 }, (_, i) => `u${i}@e.co`));
    expect(await findUsers()).toHaveLength(20_000);
  });

  it('uploadAddresses refuses the whole list for one invalid address', async () => {
    await expect(uploadEmails('a@example.com', 'nope')).rejects.toMatchObject({
      code: 6000,
      message: expect.stringContaining('emailList[1]'),
    });
    await expect(room.addresses.uploadAddresses(appId, 'msisdn', ['12'])).rejects.toMatchObject({ code: 6000 });
    await expect(uploadEmails()).rejects.toMatchObject({ code: 2020 });
    expect(await findUsers()).toEqual([]);
  });

  it('removeAddress removes the listed addresses, except those of named users', async () => {
    await uploadEmails('a@example.com', 'b@example.com');
    await room.registration.registerUsers(appId, [{ extId: 'jo', email: 'jo@example.com' }]);
    await room.addresses.removeAddress(appId, 'email', {
      addresses: ['A@example.com', 'jo@example.com', 'none@example.com'],
    });
    expect(await findUsers()).toEqual([{ extId: 'jo', email: 'jo@example.com', msisdn: null }, email('b@example.com')]);
  });

  it('uploadAddresses affects one application only', async () => {
    await uploadEmails('a@example.com');
    const elsewhere = (await room.applying.apply({ app: `shop-${(apps += 1)}` }, { dryRun: false })).app.id;
    await room.addresses.uploadAddresses(elsewhere, 'email', ['a@example.com']);
    await room.registration.registerUsers(elsewhere, [{ extId: 'jo', email: 'a@example.com' }]);
    expect(await findUsers()).toEqual([email('a@example.com')]);
    expect(await findUsers(elsewhere)).toEqual([{ extId: 'jo', email: 'a@example.com', msisdn: null }]);
  });
});

describe('setAddress and removeAddress of a user', () => {
  it('setAddress stores the address and creates the user', async () => {
    await room.addresses.setAddress(appId, 'email', 'jo', 'jo@example.com');
    await room.addresses.setAddress(appId, 'msisdn', 'jo', '+905321234567');
    expect(await findUsers()).toEqual([{ extId: 'jo', email: 'jo@example.com', msisdn: '+905321234567' }]);
  });

  it('setAddress with an empty text keeps the e-mail address and removes the phone number', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'jo', email: 'jo@example.com', msisdn: '+905321234567' }]);
    await room.addresses.setAddress(appId, 'email', 'jo', '');
    await room.addresses.setAddress(appId, 'msisdn', 'jo', '');
    await room.addresses.setAddress(appId, 'msisdn', 'nobody', '');
    expect(await findUsers()).toEqual([{ extId: 'jo', email: 'jo@example.com', msisdn: null }]);
    expect(await countLookups()).toBe(1);
  });

  it('setAddress refuses an invalid address', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'jo', email: 'jo@example.com' }]);
    for (const [kind, text] of [
      ['email', 'your_email'],
      ['email', 'jo@'],
      ['msisdn', 'your_msisdn'],
      ['msisdn', '+12'],
      ['msisdn', '5329990002'],
    ] as const) {
      await expect(room.addresses.setAddress(appId, kind, 'jo', text), text).rejects.toMatchObject({ code: 6000 });
    }
    expect(await findUsers()).toEqual([{ extId: 'jo', email: 'jo@example.com', msisdn: null }]);
  });

  it('removeAddress removes the address of a user, and ignores unknown users', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'jo', email: 'jo@example.com', msisdn: '+905321234567' }]);
    await room.addresses.removeAddress(appId, 'email', { extId: 'jo' });
    await room.addresses.removeAddress(appId, 'msisdn', { extId: 'nobody' });
    expect(await findUsers()).toEqual([{ extId: 'jo', email: null, msisdn: '+905321234567' }]);
    await expect(room.addresses.removeAddress(appId, 'email', {})).rejects.toMatchObject({ code: 2020 });
    await expect(
      room.addresses.removeAddress(appId, 'email', { extId: 'jo', addresses: ['a@b.co'] }),
    ).rejects.toMatchObject({
      code: 2004,
    });
  });
});

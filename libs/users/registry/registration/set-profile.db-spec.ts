import { describe, expect, it } from 'vitest';
import { registeredUsers } from '../../../../test/support/rooms/registered-users.js';

const shop = registeredUsers();
const { anApplication, usersOf, profile } = shop;

describe('setProfileAttributes', () => {
  it('setProfileAttributes allocates uids in their buckets for many new users among existing ones', async () => {
    await shop.room.registration.registerUsers(shop.appId, [{ extId: 'known' }]);
    const extIds = ['known', ...Array.from({ length: 3000 }, (_, i) => `new-${i}`)];
    for (let from = 0; from < extIds.length; from += 1000) {
      await shop.room.registration.setProfileAttributes(
        shop.appId,
        extIds.slice(from, from + 1000).map((extId) => ({ extId, profile: { age: from } })),
      );
    }
    const users = [...(await usersOf()).values()];
    expect(users.map(({ extId }) => extId).toSorted()).toEqual(extIds.toSorted());
    expect(users.every(({ uid, vb }) => uid % 1024 === vb && uid >= 1024)).toBe(true);
    expect(new Set(users.map(({ uid }) => uid)).size).toBe(users.length);
  });

  it('setProfileAttributes never reuses the uid of a deleted user', async () => {
    const uidOf = async () => (await shop.room.users.findUidsByExtIds(shop.appId, ['jo'])).get('jo');
    const seen = new Set<number | undefined>();
    for (let round = 0; round < 5; round++) {
      await shop.room.registration.setProfileAttributes(shop.appId, [{ extId: 'jo', profile: { age: round } }]);
      seen.add(await uidOf());
      await Promise.all([
        shop.room.deletion.deleteUsers(shop.appId, ['jo']),
        shop.room.registration.setProfileAttributes(shop.appId, [{ extId: 'jo', profile: { rate: round } }]),
        shop.room.registration.registerUsers(shop.appId, [{ extId: 'jo', email: 'jo@example.com' }]),
      ]);
      await shop.room.deletion.deleteUsers(shop.appId, ['jo']);
    }
    expect(seen.size).toBe(5);
  });

  it('setProfileAttributes keeps attributes that are not named, and returns dates as epoch milliseconds', async () => {
    const set = (values: Record<string, unknown>) =>
      shop.room.registration.setProfileAttributes(shop.appId, [{ extId: 'a', profile: values }]);
    await set({
      age: 34,
      favourites: ['x', 'y'],
      city: 'Izmir',
      born: '1990-02-28',
      seen: '2026-01-31T10:00:00+03:00',
    });
    await set({ rate: -0.5, isMember: false, born: 624315600000, favourites: ['z'] });
    expect(await profile('a')).toEqual({
      age: 34,
      favourites: ['z'],
      city: 'Izmir',
      born: 624315600000,
      seen: Date.parse('2026-01-31T07:00:00Z'),
      rate: -0.5,
      isMember: false,
    });
  });

  it('setProfileAttributes updates the look-up of e-mail and number, and removes the earlier addresses', async () => {
    const set = (values: Record<string, unknown>) =>
      shop.room.registration.setProfileAttributes(shop.appId, [{ extId: 'a', profile: values }]);
    await set({ email: 'Old@example.com', msisdn: '+905321234567' });
    await set({ email: 'new@example.com' });
    const uid = (await usersOf()).get('a')?.uid ?? 0;
    expect(await shop.room.recipients.findRecipientsByUser(shop.appId, [uid], { withProfile: false })).toEqual([
      {
        uid,
        extId: 'a',
        email: 'new@example.com',
        msisdn: '+905321234567',
        wpNumber: null,
        whatsappId: null,
        chatAddress: null,
        emailOptIn: true,
        smsOptIn: true,
        language: null,
        timeZone: null,
      },
    ]);
    const rows = await shop.fresh.db.rows<{ hash: string }>(
      "SELECT encode(c.value_hash, 'hex') AS hash FROM users.contact_lookup AS c WHERE c.app_id = $1 AND c.uid = $2 AND c.kind = 1",
      [shop.appId, uid],
    );
    const expected = await shop.fresh.db.row<{ hash: string }>(
      "SELECT encode(substring(sha256('new@example.com'::bytea) FOR 16), 'hex') AS hash",
    );
    expect(rows).toEqual([expected]);
  });

  it('setProfileAttributes refuses an undefined code unless the application defines attributes on first use', async () => {
    const entries = [
      { extId: 'a', profile: { shoeSize: 43, nick: 'Jo', fast: true, weight: 70.5, sizes: [1, 2] } },
      { extId: 'b', profile: { shoeSize: 44 } },
    ];
    await expect(shop.room.registration.setProfileAttributes(shop.appId, entries)).rejects.toMatchObject({
      code: 2004,
      message: "Profile attribute 'shoeSize' is not defined (at index 0)",
    });
    const lenient = await anApplication({ settings: { defineOnFirstUse: true } });
    await shop.room.registration.setProfileAttributes(lenient, entries);
    expect(await profile('a', lenient)).toEqual(entries[0]?.profile);
    const definitions = await shop.room.users.getAttributesByCode(lenient);
    const types = ['shoeSize', 'nick', 'fast', 'weight', 'sizes'].map((code) => {
      const { dataType, array } = definitions.get(code) ?? {};
      return [dataType, array];
    });
    expect(types).toEqual([
      ['LONG', false],
      ['STRING', false],
      ['BOOLEAN', false],
      ['DOUBLE', false],
      ['LONG', true],
    ]);
  });

  it('setProfileAttributes defines nothing when the request is refused for another value', async () => {
    const lenient = await anApplication({ settings: { defineOnFirstUse: true } });
    const entries = [
      { extId: 'a', profile: { nick: 'Jo' } },
      { extId: 'b', profile: { nick: 7 } },
    ];
    await expect(shop.room.registration.setProfileAttributes(lenient, entries)).rejects.toMatchObject({ code: 2004 });
    expect((await shop.room.users.getAttributesByCode(lenient)).has('nick')).toBe(false);
  });

  it('setProfileAttributes allocates one id when concurrent requests use a code for the first time', async () => {
    const lenient = await anApplication({ settings: { defineOnFirstUse: true } });
    const codes = ['c1', 'c2', 'c3', 'c4'];
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        shop.room.registration.setProfileAttributes(lenient, [
          { extId: `u${i}`, profile: Object.fromEntries(codes.map((code) => [code, `${code} of ${i}`])) },
        ]),
      ),
    );
    for (let i = 0; i < 12; i++) {
      expect(await profile(`u${i}`, lenient)).toEqual(
        Object.fromEntries(codes.map((code) => [code, `${code} of ${i}`])),
      );
    }
  });
});

describe('Two types for one new code', () => {
  it('One of two concurrent requests defines the new code, and the other with another type is refused', async () => {
    const lenient = await anApplication({ settings: { defineOnFirstUse: true } });
    const set = (extId: string, nick: unknown) =>
      shop.room.registration.setProfileAttributes(lenient, [{ extId, profile: { nick } }]);
    const outcomes = await Promise.allSettled([set('a', 'Jo'), set('b', 7)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 2004 } });
    expect((await usersOf(lenient)).size).toBe(1);
  });
});

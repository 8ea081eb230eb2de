import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { openUsersRoom, type UsersRoom } from '../../../../test/support/rooms/users-room.js';
import { contactKeyText } from '../../identities/model/lookup-key.js';

let fresh: FreshDatabase;
let room: UsersRoom;
let appId: number;
let apps = 0;

const createApplication = async (): Promise<number> =>
  (await room.applying.apply({ app: `shop-${(apps += 1)}` }, { dryRun: false })).app.id;

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 10 });
  room = await openUsersRoom(fresh);
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  appId = await createApplication();
});

const MAIL = 'Ada@Example.com';
const bounce = { channel: 'email', address: MAIL, reason: 'HARD_BOUNCE', detail: '550 5.1.1' } as const;
const find = (...addresses: string[]) => room.suppressions.findReasons(appId, 'email', addresses);
const registerUser = (extId: string, email: string) =>
  room.registration.registerUsers(appId, [{ extId, email, platform: 'IOS', deviceToken: `${extId}-token` }]);

describe('Suppression list', () => {
  it('A suppression is found by address regardless of case, per channel and application, with the gravest reason', async () => {
    await room.suppressions.add(fresh.db, appId, [
      { ...bounce, reason: 'UNSUBSCRIBED' },
      bounce,
      { ...bounce, reason: 'INVALID_ADDRESS' },
    ]);
    await room.suppressions.add(fresh.db, appId, [bounce, bounce]);
    expect(await find('ada@example.com', MAIL, 'other@example.com')).toEqual(
      new Map([
        ['ada@example.com', 'HARD_BOUNCE'],
        [MAIL, 'HARD_BOUNCE'],
      ]),
    );
    expect(await room.suppressions.findReasons(appId, 'sms', [MAIL])).toEqual(new Map());
    expect(await room.suppressions.findReasons(await createApplication(), 'email', [MAIL])).toEqual(new Map());
  });

  it('A suppression is removed for some reasons or for all, in one application only', async () => {
    await room.suppressions.add(fresh.db, appId, [bounce, { ...bounce, reason: 'UNSUBSCRIBED' }]);
    expect(await room.suppressions.remove(appId + 1, 'email', [MAIL])).toBe(0);
    expect(await room.suppressions.remove(appId, 'email', [MAIL], { reasons: ['UNSUBSCRIBED'] })).toBe(1);
    expect((await find(MAIL)).get(MAIL)).toBe('HARD_BOUNCE');
    expect(await room.suppressions.unsuppress(appId, 'email', ['ADA@example.COM'])).toBe(1);
    expect((await find(MAIL)).size).toBe(0);
  });

  it('The suppression list is read page by page, with every entry once', async () => {
    const addresses = Array.from({ length: 7 }, (_, n) => `u${n}@example.com`);
    await room.suppressions.suppress(appId, 'email', addresses, 'COMPLAINT');
    const seen: (string | null)[] = [];
    let next: string | undefined;
    do {
      const page = await room.suppressions.listPage(appId, 'email', 3, next);
      seen.push(...page.list.map(({ address }) => address));
      next = page.next;
    } while (next !== undefined);
    expect(seen.toSorted()).toEqual(addresses);
    await expect(room.suppressions.listPage(appId, 'email', 3, 'x')).rejects.toThrow(/offset/);
    await expect(room.suppressions.suppress(appId, 'sms', ['+905321234567', 'x'], 'STOP')).rejects.toThrow(
      /addresses\[1\]/,
    );
    expect((await room.suppressions.listPage(appId, 'sms', 3)).list).toEqual([]);
  });

  it("The suppression list keeps only the hash of an erased user's address, and recognizes the address later", async () => {
    await registerUser('a', MAIL);
    await room.suppressions.add(fresh.db, appId, [bounce, { ...bounce, address: 'b@example.com' }]);
    const uids = await room.users.findUidsByExtIds(appId, ['a']);
    await fresh.db.tx((tx) => room.eraser.eraseUsers(tx, appId, [...uids.values()]));
    const { list } = await room.suppressions.listPage(appId, 'email', 10);
    expect(list.map(({ address, detail }) => [address, detail])).toEqual(
      expect.arrayContaining([
        [null, null],
        ['b@example.com', '550 5.1.1'],
      ]),
    );
    expect((await find(MAIL)).get(MAIL)).toBe('HARD_BOUNCE');
  });
});

describe('One-click unsubscribe', () => {
  const uidOf = async (extId: string) => (await room.users.findUidsByExtIds(appId, [extId])).get(extId) ?? Number.NaN;
  const wantsMail = async (extId: string) =>
    (await room.recipients.findRecipientsByUser(appId, [await uidOf(extId)], { withProfile: false }))[0]?.emailOptIn;

  it('An unsubscribe opts the user out and suppresses the address, until a new opt-in', async () => {
    await registerUser('a', MAIL);
    const uid = await uidOf('a');
    await room.unsubscribes.unsubscribe(appId, 'email', uid, contactKeyText('ada@EXAMPLE.com'));
    await room.unsubscribes.unsubscribe(appId, 'email', uid, contactKeyText(MAIL));
    expect(await wantsMail('a')).toBe(false);
    expect((await room.suppressions.listPage(appId, 'email', 10)).list).toMatchObject([
      { address: MAIL, reason: 'UNSUBSCRIBED' },
    ]);
    await room.suppressions.add(fresh.db, appId, [{ channel: 'email', address: MAIL, reason: 'COMPLAINT' }]);
    await room.preferences.setOptIn(appId, 'email', true, ['a']);
    expect(await wantsMail('a')).toBe(true);
    expect((await room.suppressions.listPage(appId, 'email', 10)).list).toMatchObject([{ reason: 'COMPLAINT' }]);
  });

  it("An opt-in from the user's own device ends an unsubscribe", async () => {
    const { installationId, secret = '' } = await room.installations.register(appId, { platform: 'IOS', token: 't' });
    const device = { installationId, secret };
    await room.installations.register(appId, { ...device, extId: 'a', token: 't' }, async () => undefined);
    await room.addresses.setAddress(appId, 'email', 'a', MAIL);
    await room.unsubscribes.unsubscribe(appId, 'email', await uidOf('a'), contactKeyText(MAIL));
    const proven = await room.installations.authenticate(appId, device);
    await room.devicePreferences.set(appId, proven, { emailPermitted: true });
    expect((await find(MAIL)).size).toBe(0);
  });

  it('An unsubscribe holds for the address when its user is deleted or has another address', async () => {
    await room.addresses.uploadAddresses(appId, 'email', [MAIL]);
    const [uploaded] = await room.users.findUsersByAddresses(appId, 'email', [MAIL]);
    await registerUser('b', MAIL);
    await room.unsubscribes.unsubscribe(appId, 'email', uploaded?.uid ?? Number.NaN, contactKeyText(MAIL));
    expect((await find(MAIL)).get(MAIL)).toBe('UNSUBSCRIBED');
    await registerUser('c', 'old@example.com');
    await room.addresses.setAddress(appId, 'email', 'c', 'new@example.com');
    await room.unsubscribes.unsubscribe(appId, 'email', await uidOf('c'), contactKeyText('old@example.com'));
    expect(await wantsMail('c')).toBe(false);
    expect(await find('old@example.com', 'new@example.com')).toEqual(new Map([['old@example.com', 'UNSUBSCRIBED']]));
    await expect(room.unsubscribes.unsubscribe(appId, 'email', 1, 'x')).rejects.toThrow(/key/);
  });
});

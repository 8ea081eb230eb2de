import { describe, expect, it } from 'vitest';
import { registeredUsers } from '../../../../test/support/rooms/registered-users.js';
import { contactKeyText, lookupKey } from '../model/lookup-key.js';

const shop = registeredUsers();
const room = () => shop.room;
const ORIGIN = { source: 'API', by: 'key 1' } as const;

/** Groups of spellings of one mailbox. */
const MAILBOXES = [
  ['ada@müller.example', 'ada@xn--mller-kva.example', 'Ada@MÜLLER.example', 'ada@mu\u0308ller.example'],
  ['renée@example.com', 'rene\u0301e@example.com', 'RENÉE@Example.com'],
  ['иван@почта.рф', 'ИВАН@почта.рф', 'иван@xn--80a1acny.xn--p1ai', 'иван@ПОЧТА.рф'],
  ['佐藤@例え.テスト', '佐藤@xn--r8jz45g.xn--zckzah'],
] as const;
const PAIRS = MAILBOXES.flatMap((spellings) =>
  spellings.flatMap((first) => spellings.filter((other) => other !== first).map((second) => [first, second] as const)),
);

const reasonsOf = async (address: string) =>
  (await room().suppressions.findReasons(shop.appId, 'email', [address])).get(address);
const register = (extId: string, email: string) => room().registration.registerUsers(shop.appId, [{ extId, email }]);
const uidOf = async (extId: string) =>
  (await room().users.findUidsByExtIds(shop.appId, [extId])).get(extId) ?? Number.NaN;
const holdersOf = (address: string) => room().users.findUsersByAddresses(shop.appId, 'email', [address]);

describe('Spellings of one mailbox', () => {
  it.each(PAIRS)('A refusal of %j is one of %j, and consent of one ends it', async (refused, spelling) => {
    await room().preferences.setOptIns(shop.appId, 'email', false, { extIds: undefined, addresses: [refused] }, ORIGIN);
    expect(await reasonsOf(spelling)).toBe('UNSUBSCRIBED');
    await room().preferences.setOptIns(shop.appId, 'email', true, { extIds: undefined, addresses: [spelling] }, ORIGIN);
    expect(await reasonsOf(refused)).toBeUndefined();
  });

  it.each(PAIRS)('A user with %j is found by %j', async (stored, spelling) => {
    await register('ann', stored);
    expect(await holdersOf(spelling)).toEqual([{ uid: await uidOf('ann'), address: stored.normalize('NFC') }]);
  });

  it.each(PAIRS)('An uploaded address %j gives way to a user with %j', async (uploaded, registered) => {
    await room().addresses.uploadAddresses(shop.appId, 'email', [uploaded]);
    await register('ann', registered);
    expect(await holdersOf(uploaded)).toMatchObject([{ uid: await uidOf('ann') }]);
    await room().addresses.uploadAddresses(shop.appId, 'email', [uploaded]);
    expect(await holdersOf(uploaded)).toHaveLength(1);
  });

  it.each(MAILBOXES.map((spellings) => [spellings]))(
    'A list with the spellings %j uploads one address',
    async (spellings) => {
      await room().addresses.uploadAddresses(shop.appId, 'email', spellings);
      expect(await holdersOf(spellings[0])).toHaveLength(1);
    },
  );

  it('A user whose address changes its spelling is found, and one who has another address is not', async () => {
    await register('ann', 'ada@müller.example');
    await register('ann', 'ada@xn--mller-kva.example');
    expect(await holdersOf('ada@müller.example')).toHaveLength(1);
    await register('ann', 'ann@example.com');
    expect(await holdersOf('ada@müller.example')).toEqual([]);
  });

  it('The refusal of a mailbox beyond ASCII stands in the history of its holder', async () => {
    await register('ann', 'ada@müller.example');
    await room().suppressions.suppress(shop.appId, 'email', ['ada@xn--mller-kva.example'], 'COMPLAINT', {
      origin: ORIGIN,
    });
    const { list } = await room().consentHistory.listPage(shop.appId, 'ann', 10);
    expect(list).toMatchObject([{ subject: 'EMAIL_ADDRESS', permitted: false, source: 'API' }]);
  });

  it('A link to unsubscribe from before the key changed suppresses the mailbox', async () => {
    await register('ann', 'ada@müller.example');
    const former = lookupKey('ada@müller.example');
    const bucket = Buffer.alloc(2);
    bucket.writeUInt16BE(former.bucket);
    const key = Buffer.concat([former.hash, bucket]).toString('base64url');
    expect(key).not.toBe(contactKeyText('ada@müller.example'));
    await room().unsubscribes.unsubscribe(shop.appId, 'email', await uidOf('ann'), key);
    expect(await reasonsOf('ada@xn--mller-kva.example')).toBe('UNSUBSCRIBED');
    expect((await room().suppressions.listPage(shop.appId, 'email', 10)).list).toMatchObject([
      { address: 'ada@müller.example' },
    ]);
  });
});

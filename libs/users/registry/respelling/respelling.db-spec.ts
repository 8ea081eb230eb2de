import { beforeEach, describe, expect, it } from 'vitest';
import { registeredUsers } from '../../../../test/support/rooms/registered-users.js';
import { CONTACT_KINDS, lookupKey, type LookupKey } from '../../identities/model/lookup-key.js';

const shop = registeredUsers();
const room = () => shop.room;
const db = () => shop.fresh.db;

const LOWER = 'abcdef0123456789'.repeat(4);
const UPPER = LOWER.toUpperCase();
const HOUR_MS = 3_600_000;
const WIDE = 'ada@müller.example';
const ASCII = 'ada@xn--mller-kva.example';

/** Orders of the migration for an application of the release before. */
async function order(): Promise<void> {
  await db().affected(
    `INSERT INTO users.respelling (app_id, round, due_at)
     SELECT $1, n, now() + (n - 1) * interval '1 hour' FROM generate_series(1, 2) AS n`,
    [shop.appId],
  );
}

const run = (afterMs = 0) => room().respelling.processDue(new Date(Date.now() + afterMs));
const rounds = async () => db().rows('SELECT FROM users.respelling AS r WHERE r.app_id = $1', [shop.appId]);
const devicesOf = async (extId: string) => (await room().devices.getDevices(shop.appId, extId, false)).devices;
const uidOf = async (extId: string) =>
  (await room().users.findUidsByExtIds(shop.appId, [extId])).get(extId) ?? Number.NaN;

/** Registers a device as the release before did: its token and the look-up as they came, at a time. */
async function registerAsBefore(extId: string, token: string, minutesAgo: number, pushPermitted = true): Promise<void> {
  const placeholder = `${extId}-${token.slice(0, 3)}-${minutesAgo}`;
  await room().registration.registerUsers(shop.appId, [
    { extId, platform: 'IOS', deviceToken: placeholder, pushPermitted },
  ]);
  const [former, written] = [lookupKey(placeholder), lookupKey(token)];
  await db().affected(
    `UPDATE users.token_lookup AS t SET bucket = $4, token_hash = $5 WHERE t.app_id = $1 AND t.bucket = $2 AND t.token_hash = $3`,
    [shop.appId, former.bucket, former.hash, written.bucket, written.hash],
  );
  await db().affected(
    `UPDATE users.installation AS i SET token = $3, token_registered_at = now() - $4::integer * interval '1 minute'
     WHERE i.app_id = $1 AND i.token = $2`,
    [shop.appId, placeholder, token, minutesAgo],
  );
}

/** Stores the look-up of an address as the release before did. */
async function lookUpAsBefore(uid: number, address: string): Promise<void> {
  await db().affected('DELETE FROM users.contact_lookup AS c WHERE c.app_id = $1 AND c.uid = $2', [shop.appId, uid]);
  await insertKey('contact_lookup (bucket, app_id, kind, value_hash, uid)', lookupKey(address.toLowerCase()), uid);
}

async function suppressAsBefore(spelling: string, address: string | null, reason = 'UNSUBSCRIBED'): Promise<void> {
  const { bucket, hash } = lookupKey(spelling.toLowerCase());
  await db().affected(
    `INSERT INTO users.suppression (bucket, app_id, channel, value_hash, reason, address) VALUES ($1, $2, $3, $4, $5, $6)`,
    [bucket, shop.appId, CONTACT_KINDS.email, hash, reason, address],
  );
}

async function insertKey(into: string, { bucket, hash }: LookupKey, uid: number): Promise<void> {
  await db().affected(`INSERT INTO users.${into} VALUES ($1, $2, $3, $4, $5)`, [
    bucket,
    shop.appId,
    CONTACT_KINDS.email,
    hash,
    uid,
  ]);
}

const contactRows = async () =>
  (
    await db().rows<{ hash: string }>(
      `SELECT encode(c.value_hash, 'hex') AS hash FROM users.contact_lookup AS c WHERE c.app_id = $1`,
      [shop.appId],
    )
  ).map(({ hash }) => hash);
const reasonOf = async (address: string) =>
  (await room().suppressions.findReasons(shop.appId, 'email', [address])).get(address);

beforeEach(order);

describe('Tokens that were stored in upper case', () => {
  it('A token without a double becomes lower case, keeps its permission, and is found', async () => {
    await registerAsBefore('ann', UPPER, 10, false);
    await run();
    expect(await devicesOf('ann')).toMatchObject([{ token: LOWER, pushPermitted: false }]);
    expect((await room().users.findInstIdsByTokens(shop.appId, [UPPER])).size).toBe(1);
  });

  it.each([
    ['upper', UPPER, LOWER],
    ['lower', LOWER, UPPER],
  ])('Of two users with one token the last registration wins, in %s case', async (_, last, first) => {
    await registerAsBefore('ann', first, 10);
    await registerAsBefore('bob', last, 5);
    await run();
    expect(await devicesOf('ann')).toMatchObject([{ token: null }]);
    expect(await devicesOf('bob')).toMatchObject([{ token: LOWER }]);
    await room().pushPermissions.set(shop.appId, { deviceToken: UPPER }, false);
    expect(await devicesOf('bob')).toMatchObject([{ pushPermitted: false }]);
  });

  it('Two devices of one user become one, and a refusal of push by either stays', async () => {
    await registerAsBefore('ann', UPPER, 10, false);
    await registerAsBefore('ann', LOWER, 5);
    await run();
    const devices = await devicesOf('ann');
    expect(devices.filter(({ token }) => token !== null)).toMatchObject([{ token: LOWER, pushPermitted: false }]);
    const { list } = await room().consentHistory.listPage(shop.appId, 'ann', 10);
    expect(list[0]).toMatchObject({ subject: 'PUSH', permitted: false, source: 'HERALD' });
  });

  it('Three spellings of one token become one device', async () => {
    await registerAsBefore('ann', UPPER, 30);
    await registerAsBefore('bob', LOWER.slice(0, 32) + UPPER.slice(32), 10);
    await registerAsBefore('eve', LOWER, 20);
    await run();
    expect((await devicesOf('bob'))[0]?.token).toBe(LOWER);
    expect([...(await devicesOf('ann')), ...(await devicesOf('eve'))].map(({ token }) => token)).toEqual([null, null]);
  });

  it('Rows that the release before writes during the work are joined an hour later, and then it is over', async () => {
    await registerAsBefore('ann', LOWER, 10);
    await run();
    await registerAsBefore('bob', UPPER, 5);
    await run();
    expect((await devicesOf('bob'))[0]?.token).toBe(UPPER);
    expect(await rounds()).toHaveLength(1);
    await run(HOUR_MS + 60_000);
    expect((await devicesOf('bob'))[0]?.token).toBe(LOWER);
    expect((await devicesOf('ann'))[0]?.token).toBeNull();
    expect(await rounds()).toEqual([]);
  });

  it('Several schedulers at once join each token once', async () => {
    for (let n = 0; n < 20; n++) {
      await registerAsBefore(
        `u${n}`,
        (n % 16).toString(16).repeat(40) + (n < 16 ? UPPER.slice(40) : LOWER.slice(40, 50) + UPPER.slice(50)),
        n,
      );
    }
    await Promise.all([run(), run(), run()]);
    const rows = await db().rows<{ token: string }>(
      'SELECT i.token FROM users.installation AS i WHERE i.app_id = $1 AND i.token IS NOT NULL',
      [shop.appId],
    );
    expect(rows.map(({ token }) => token)).toEqual(expect.not.arrayContaining([expect.stringMatching(/[A-F]/)]));
    expect(new Set(rows.map(({ token }) => token)).size).toBe(rows.length);
    expect(rows).toHaveLength(16);
  });
});

describe('Addresses that were stored by their spelling', () => {
  it('Before the keys are renewed, readers find addresses and refusals in every spelling', async () => {
    await room().registration.registerUsers(shop.appId, [{ extId: 'ann', email: WIDE }]);
    await lookUpAsBefore(await uidOf('ann'), WIDE);
    await suppressAsBefore(WIDE, WIDE);
    expect(await room().users.findUsersByAddresses(shop.appId, 'email', [ASCII])).toHaveLength(1);
    expect(await reasonOf(ASCII)).toBe('UNSUBSCRIBED');
    expect(await room().suppressions.unsuppress(shop.appId, 'email', [ASCII])).toBe(1);
    expect(await reasonOf(WIDE)).toBeUndefined();
  });

  it('The keys of users and of their refusals are renewed, and the history of consent stays as it is', async () => {
    await room().registration.registerUsers(shop.appId, [{ extId: 'ann', email: WIDE }]);
    await lookUpAsBefore(await uidOf('ann'), WIDE);
    await suppressAsBefore(WIDE, null);
    const history = await room().consentHistory.listPage(shop.appId, 'ann', 10);
    await run(HOUR_MS + 60_000);
    expect(await contactRows()).toEqual([lookupKey(ASCII).hash.toString('hex')]);
    expect((await room().suppressions.listPage(shop.appId, 'email', 10)).list).toHaveLength(1);
    expect(await reasonOf(ASCII)).toBe('UNSUBSCRIBED');
    expect(await room().consentHistory.listPage(shop.appId, 'ann', 10)).toEqual(history);
  });

  it('Refusals of one mailbox in two spellings become one, each for its reason', async () => {
    const composed = WIDE.normalize('NFD');
    await suppressAsBefore(WIDE, WIDE);
    await suppressAsBefore(composed, composed);
    await suppressAsBefore(composed, composed, 'COMPLAINT');
    await run(HOUR_MS + 60_000);
    const { list } = await room().suppressions.listPage(shop.appId, 'email', 10);
    expect(list.map(({ reason }) => reason).toSorted()).toEqual(['COMPLAINT', 'UNSUBSCRIBED']);
    expect(await reasonOf(ASCII)).toBe('COMPLAINT');
  });

  it('An uploaded address whose mailbox a user has in another spelling goes', async () => {
    await room().registration.registerUsers(shop.appId, [{ extId: 'ann', email: ASCII }]);
    await room().addresses.uploadAddresses(shop.appId, 'email', ['eve@example.com']);
    const [uploaded] = await room().users.findUsersByAddresses(shop.appId, 'email', ['eve@example.com']);
    const uid = uploaded?.uid ?? Number.NaN;
    await db().affected('UPDATE users.app_user AS u SET email = $3 WHERE u.app_id = $1 AND u.uid = $2', [
      shop.appId,
      uid,
      WIDE,
    ]);
    await lookUpAsBefore(uid, WIDE);
    await run(HOUR_MS + 60_000);
    expect(await room().users.findUsersByAddresses(shop.appId, 'email', [WIDE])).toEqual([
      { uid: await uidOf('ann'), address: ASCII },
    ]);
  });

  it('One of two uploaded spellings of a mailbox stays', async () => {
    const uids: number[] = [];
    for (const [address, spelling] of [
      ['a@example.com', WIDE],
      ['b@example.com', WIDE.normalize('NFD')],
    ] as const) {
      await room().addresses.uploadAddresses(shop.appId, 'email', [address]);
      const [user] = await room().users.findUsersByAddresses(shop.appId, 'email', [address]);
      uids.push(user?.uid ?? Number.NaN);
      await db().affected('UPDATE users.app_user AS u SET email = $3 WHERE u.app_id = $1 AND u.uid = $2', [
        shop.appId,
        uids.at(-1),
        spelling,
      ]);
      await lookUpAsBefore(uids.at(-1) ?? Number.NaN, spelling);
    }
    await run(HOUR_MS + 60_000);
    expect(await room().users.findUsersByAddresses(shop.appId, 'email', [ASCII])).toHaveLength(1);
  });

  it('An erasure before the keys are renewed empties the address in the list of suppressed ones', async () => {
    await room().registration.registerUsers(shop.appId, [{ extId: 'ann', email: WIDE }]);
    await lookUpAsBefore(await uidOf('ann'), WIDE);
    await room().suppressions.suppress(shop.appId, 'email', [ASCII], 'COMPLAINT');
    await room().deletion.deleteUsers(shop.appId, ['ann']);
    expect((await room().suppressions.listPage(shop.appId, 'email', 10)).list).toMatchObject([
      { address: null, reason: 'COMPLAINT' },
    ]);
  });
});

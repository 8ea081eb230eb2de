import { describe, expect, it } from 'vitest';
import { registeredUsers } from '../../../../test/support/rooms/registered-users.js';

const shop = registeredUsers();
const room = () => shop.room;

const LOWER = '0123456789abcdef'.repeat(4);
const UPPER = LOWER.toUpperCase();
const MIXED = LOWER.slice(0, 32) + UPPER.slice(32);

const register = (extId: string, deviceToken: string, platform = 'IOS') =>
  room().registration.registerUsers(shop.appId, [{ extId, platform, deviceToken }]);
const devicesOf = async (extId: string) => (await room().devices.getDevices(shop.appId, extId, false)).devices;
const tokensOf = async (extId: string) => (await devicesOf(extId)).map(({ token }) => token);

describe('APNs tokens in upper and lower case', () => {
  it.each(['IOS', 'MACOS', 'SAFARI'])(
    'One device of %s is registered, whichever case its token comes in',
    async (platform) => {
      for (const token of [LOWER, UPPER, MIXED]) {
        await register('ann', token, platform);
      }
      expect(await tokensOf('ann')).toEqual([LOWER]);
    },
  );

  it('Two cases of one token in one request are one device, which the later user gets', async () => {
    await room().registration.registerUsers(shop.appId, [
      { extId: 'ann', platform: 'IOS', deviceToken: UPPER },
      { extId: 'bob', platform: 'IOS', deviceToken: LOWER },
    ]);
    expect([await tokensOf('ann'), await tokensOf('bob')]).toEqual([[], [LOWER]]);
  });

  it('A device leaves its former user when another one registers its token in the other case', async () => {
    await register('ann', UPPER);
    await register('bob', LOWER);
    expect([await tokensOf('ann'), await tokensOf('bob')]).toEqual([[null], [LOWER]]);
    await register('ann', MIXED);
    expect([(await tokensOf('ann')).filter(Boolean), await tokensOf('bob')]).toEqual([[LOWER], [null]]);
  });

  it.each([
    ['upper', UPPER],
    ['mixed', MIXED],
    ['lower', LOWER],
  ])('A refusal of push by a token in %s case reaches the device', async (_, deviceToken) => {
    await register('ann', LOWER);
    await room().pushPermissions.set(shop.appId, { deviceToken }, false);
    expect(await devicesOf('ann')).toMatchObject([{ token: LOWER, pushPermitted: false }]);
    await register('ann', UPPER);
    expect(await devicesOf('ann')).toMatchObject([{ token: LOWER, pushPermitted: false }]);
  });

  it('An installation is found by its token in any case', async () => {
    await register('ann', UPPER);
    const ids = await room().users.findInstIdsByTokens(shop.appId, [LOWER, UPPER, MIXED]);
    expect([...ids.keys()]).toEqual([LOWER, UPPER, MIXED]);
    expect(new Set(ids.values()).size).toBe(1);
  });

  it('An app that registers the token of another installation in the other case takes it over', async () => {
    const first = await room().installations.register(shop.appId, { platform: 'IOS', token: LOWER });
    const second = await room().installations.register(shop.appId, { platform: 'IOS', token: UPPER });
    const ids = await room().users.findInstIdsByTokens(shop.appId, [LOWER]);
    const rows = await shop.fresh.db.rows<{ instId: number; token: string | null }>(
      'SELECT i.inst_id AS "instId", i.token FROM users.installation AS i WHERE i.app_id = $1 ORDER BY i.inst_id',
      [shop.appId],
    );
    expect(first.installationId).not.toBe(second.installationId);
    expect(rows.filter(({ token }) => token !== null)).toEqual([{ instId: ids.get(LOWER), token: LOWER }]);
  });

  it('Tokens of other services differ by case', async () => {
    await register('ann', 'dGhpcw:APA91bX_y', 'ANDROID');
    await register('bob', 'dGhpcw:APA91bx_Y', 'ANDROID');
    expect([await tokensOf('ann'), await tokensOf('bob')]).toEqual([['dGhpcw:APA91bX_y'], ['dGhpcw:APA91bx_Y']]);
  });
});

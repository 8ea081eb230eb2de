import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { openUsersRoom, type UsersRoom } from '../../../test/support/rooms/users-room.js';

let fresh: FreshDatabase;
let room: UsersRoom;
let appId: number;
const COUNT = 57;

beforeAll(async () => {
  fresh = await freshDatabase();
  room = await openUsersRoom(fresh);
  appId = (await room.applying.apply({ app: 'shop' }, { dryRun: false })).app.id;
  const elsewhere = (await room.applying.apply({ app: 'elsewhere' }, { dryRun: false })).app.id;
  const users = (name: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      extId: `${name}-${i % 20}`,
      platform: 'IOS',
      deviceToken: `${name}-token-${i}`,
    }));
  await room.registration.registerUsers(elsewhere, users('other', 40));
  await room.registration.registerUsers(appId, users('mine', COUNT));
  await room.installations.register(appId, { platform: 'ANDROID' }, async () => undefined);
  const dead = await room.users.findInstIdsByTokens(appId, ['mine-token-0']);
  await fresh.db.tx((tx) =>
    room.tokenRetirement.retireTokens(
      tx,
      appId,
      [...dead.values()].map((instId) => ({ instId, token: 'mine-token-0', reason: 'gone', raw: '' })),
      null,
    ),
  );
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});

const expected = Array.from({ length: COUNT - 1 }, (_, i) => `mine-token-${i + 1}`).toSorted();

describe('getDeviceTokens', () => {
  it.each([1, 7, 28, 56, 100])(
    'getDeviceTokens returns every device of the application once, %i at a time, and none of another application',
    async (max) => {
      const tokens: (string | null)[] = [];
      let page = await room.devices.getDeviceTokens(appId, { max, offset: 0 });
      for (;;) {
        expect(page.total).toBe(COUNT - 1);
        tokens.push(...page.devices.map(({ token }) => token));
        if (!page.next) {
          break;
        }
        expect(page.devices).toHaveLength(max);
        page = await room.devices.getDeviceTokens(appId, { max, offset: 0, after: page.next });
      }
      expect(tokens.toSorted()).toEqual(expected);
    },
  );

  it('getDeviceTokens returns every device once by offset alone', async () => {
    const tokens: (string | null)[] = [];
    for (let offset = 0; offset < COUNT; offset += 10) {
      const page = await room.devices.getDeviceTokens(appId, { max: 10, offset });
      tokens.push(...page.devices.map(({ token }) => token));
    }
    expect(tokens.toSorted()).toEqual(expected);
    expect(await room.devices.getDeviceTokens(appId, { max: 10, offset: 1000 })).toEqual({ total: 56, devices: [] });
  });
});

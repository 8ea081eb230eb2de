import { describe, expect, it } from 'vitest';
import { registeredUsers } from '../../../../test/support/rooms/registered-users.js';

const shop = registeredUsers();
const { usersOf, feed } = shop;

describe('tagUsers and untagUsers', () => {
  it('tagUsers adds tags and creates users, and untagUsers removes tags and creates no user', async () => {
    await shop.room.tags.tagUsers(shop.appId, { tag: 'Sport', extIds: ['a', 'b', 'a'] });
    await shop.room.tags.tagUsers(shop.appId, { tag: 'News', extIds: ['b'] });
    await shop.room.tags.untagUsers(shop.appId, { tag: 'Sport', extIds: ['b', 'nobody'] });
    const users = await usersOf();
    expect([...users].map(([extId, { tags }]) => [extId, tags]).toSorted()).toEqual([
      ['a', ['Sport']],
      ['b', ['News']],
    ]);
  });

  it('Tagging writes users with changed tags to the change feed, and no others', async () => {
    await shop.room.tags.tagUsers(shop.appId, { tag: 'Sport', extIds: ['a', 'b'] });
    await shop.room.tags.untagUsers(shop.appId, { tag: 'Sport', extIds: ['b'] });
    const [b, changesBefore] = [(await usersOf()).get('b')?.uid, await feed()];
    expect(changesBefore.at(-1)).toMatchObject({ kind: 'tag', uids: [b] });
    await shop.room.tags.untagUsers(shop.appId, { tag: 'Sport', extIds: ['b'] });
    await shop.room.tags.untagUsers(shop.appId, { tag: 'never used', extIds: ['b'] });
    await shop.room.tags.tagUsers(shop.appId, { tag: 'Sport', extIds: ['a'] });
    expect(await feed()).toEqual(changesBefore);
  });

  it('A new tag gets one id when many requests use it for the first time', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `tag${i}`);
    await Promise.all(
      names.map((_, i) =>
        shop.room.registration.registerUsers(shop.appId, [{ extId: `u${i}`, tags: names.toSpliced(i, 1) }]),
      ),
    );
    const ids = await shop.room.users.findTagIds(shop.appId, names);
    expect([...new Set(ids.values())].toSorted((a, b) => a - b)).toEqual(names.map((_, i) => i + 1));
  });

  it.each([
    [{ tag: '', extIds: ['a'] }, 2020],
    [{ tag: 'x', extIds: [] }, 2020],
    [{ tag: 'x', extIds: [''] }, 2020],
    [{ tag: 'x\0', extIds: ['a'] }, 2004],
    [{ tag: 'x', extIds: Array.from({ length: 1001 }, (_, i) => `u${i}`) }, 2004],
  ])('tagUsers and untagUsers refuse a malformed request (case %#)', async (request, code) => {
    await expect(shop.room.tags.tagUsers(shop.appId, request)).rejects.toMatchObject({ code });
    await expect(shop.room.tags.untagUsers(shop.appId, request)).rejects.toMatchObject({ code });
    expect((await usersOf()).size).toBe(0);
  });
});

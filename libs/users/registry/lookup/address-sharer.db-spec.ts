import { describe, expect, it } from 'vitest';
import { OutboxRepository } from '#platform/outbox';
import { AddressSharerRepository } from '#libs/users/identities';
import { Dice } from '../../../../test/support/rooms/dice.js';
import { registeredUsers } from '../../../../test/support/rooms/registered-users.js';
import { AddressSharerService } from './address-sharer.service.js';

const shop = registeredUsers();
const ALLOCATED = 1_000_000;

const openService = () => {
  const { db } = shop.fresh;
  return new AddressSharerService(db, new OutboxRepository(), new AddressSharerRepository(db));
};

/** Users that share their mailbox now, by a plain recount. */
async function recount(): Promise<Set<number>> {
  const users = await shop.fresh.db.rows<{ uid: number; email: string }>(
    'SELECT u.uid, u.email FROM users.app_user AS u WHERE u.app_id = $1 AND u.email IS NOT NULL',
    [shop.appId],
  );
  const counts = new Map<string, number>();
  users.forEach(({ email }) => counts.set(email.toLowerCase(), (counts.get(email.toLowerCase()) ?? 0) + 1));
  return new Set(users.flatMap(({ uid, email }) => ((counts.get(email.toLowerCase()) ?? 0) > 1 ? [uid] : [])));
}

describe('AddressSharerService', () => {
  it.each([1, 2, 3])('All who share an address are known after any changes (seed %i)', async (seed) => {
    const dice = new Dice(seed);
    const service = openService();
    for (let round = 0; round < 6; round++) {
      await shop.room.registration.registerUsers(
        shop.appId,
        Array.from({ length: 20 }, () => ({
          extId: `u${dice.below(60)}`,
          email: dice.pick([`a${dice.below(40)}@example.com`, `A${dice.below(40)}@EXAMPLE.com`]),
        })).filter((user, index, all) => all.findIndex(({ extId }) => extId === user.extId) === index),
      );
      const followed = await service.findSharers(shop.appId, 'email', ALLOCATED);
      const read = await openService().findSharers(shop.appId, 'email', ALLOCATED);
      for (const uid of await recount()) {
        expect([followed.has(uid), read.has(uid)]).toEqual([true, true]);
      }
    }
    expect((await recount()).size).toBeGreaterThan(5);
  });

  it('Everyone of one address is found with one look at each look-up, and no user with an address alone', async () => {
    const users = Array.from({ length: 1500 }, (_, n) => ({ extId: `many-${n}`, email: 'many@example.com' }));
    await shop.room.registration.registerUsers(shop.appId, users.slice(0, 800));
    await shop.room.registration.registerUsers(shop.appId, users.slice(800));
    await shop.room.registration.registerUsers(shop.appId, [{ extId: 'single', email: 'single@example.com' }]);
    const { db } = shop.fresh;
    const rows = await db.rows<{ uid: number; extId: string }>(
      'SELECT u.uid, u.ext_id AS "extId" FROM users.app_user AS u WHERE u.app_id = $1',
      [shop.appId],
    );
    const read = await db.inTransaction(() =>
      db.tx(async (tx) => {
        const found = await openService().findSharersWith(
          shop.appId,
          'email',
          rows.map(({ uid }) => uid),
        );
        const many = rows.filter(({ extId }) => extId.startsWith('many-')).map(({ uid }) => uid);
        expect(new Set(found)).toEqual(new Set(many));
        const sum = await tx.row<{ n: number }>(
          `SELECT coalesce(sum(t.idx_tup_fetch), 0)::integer AS n FROM pg_stat_xact_user_tables AS t
            WHERE t.relname LIKE 'contact_lookup%'`,
        );
        return sum?.n ?? Number.NaN;
      }),
    );
    expect(read).toBeLessThan(10 * rows.length);
  });

  it('An application without shared addresses has no sharers', async () => {
    await shop.room.registration.registerUsers(shop.appId, [
      { extId: 'ann', email: 'ann@example.com' },
      { extId: 'bob', email: 'bob@example.com' },
    ]);
    expect(await openService().findSharers(shop.appId, 'email', ALLOCATED)).toEqual(new Set());
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Tx } from '#platform/db';
import { Crash, crashingDatabase, type Fuse } from '../../../test/support/database/crashing-database.js';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/database.js';
import { Dice } from '../../../test/support/rooms/dice.js';
import { FeedPositionRepository } from './feed-position.repository.js';
import { FeedReaderService } from './feed-reader.service.js';
import type { FeedSubscriber } from './feed-subscriber-registry.service.js';
import { FeedSubscriptionService } from './feed-subscription.service.js';
import { OutboxRepository } from './outbox.repository.js';
import type { Change } from './changes.types.js';

const APPS = [1, 2, 3];
const outbox = new OutboxRepository();
let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 12 });
  await fresh.db.affected('CREATE TABLE platform.seen (name text, app_id integer, kind text, uid bigint, key integer)');
});
afterAll(() => fresh.close());
beforeEach(async () => {
  await fresh.db.affected('TRUNCATE platform.outbox, platform.feed_position, platform.seen');
});

/** Stores each change that it gets. A change that comes twice is stored twice. */
class SeenSubscriber implements FeedSubscriber {
  readonly kinds = ['joined', 'event'] as const;
  readonly restarted: number[] = [];

  constructor(readonly name = 'seen') {}

  async apply(tx: Tx, appId: number, changes: readonly Omit<Change, 'appId'>[]): Promise<void> {
    for (const { kind, uids, keys } of changes) {
      await tx.affected(
        `INSERT INTO platform.seen SELECT $1, $2, $3, u, k
           FROM unnest($4::bigint[]) AS u, unnest($5::integer[]) AS k`,
        [this.name, appId, kind, uids, keys],
      );
    }
  }

  async restart(_: Tx, appId: number): Promise<void> {
    this.restarted.push(appId);
  }
}

const open = (db: Database) => {
  const positions = new FeedPositionRepository(db);
  return new FeedSubscriptionService(db, positions, new FeedReaderService(db, outbox));
};
const read = (subscriber: FeedSubscriber, db = fresh.db, lost: number[] = []) =>
  open(db).read(subscriber, (appId) => lost.push(appId));

let nextUid = 0;
const change = (appId: number, kind: Change['kind'] = 'joined', keys = [7]): Change => {
  nextUid += 1;
  return { appId, kind, uids: [nextUid], keys };
};
const write = (...changes: Change[]) =>
  fresh.db.tx(async (tx) => {
    for (const each of changes) {
      await outbox.add(tx, each);
    }
  });

async function seen(name = 'seen'): Promise<string[]> {
  const rows = await fresh.db.rows<{ line: string }>(
    `SELECT concat_ws(' ', s.app_id, s.kind, s.uid, s.key) AS line FROM platform.seen AS s WHERE s.name = $1 ORDER BY s.uid`,
    [name],
  );
  return rows.map(({ line }) => line);
}
const lines = (changes: readonly Change[]) =>
  changes.map(({ appId, kind, uids, keys }) => `${appId} ${kind} ${uids[0]} ${keys[0]}`);

describe('FeedSubscriptionService', () => {
  it('A new subscriber begins with what is committed after its first reading', async () => {
    const subscriber = new SeenSubscriber();
    await write(change(1));
    await read(subscriber);
    const after = [change(1), change(4)];
    await write(...after);
    await read(subscriber);
    await read(subscriber);
    expect(await seen()).toEqual(lines(after));
  });

  it('A subscriber gets the kinds that it names, and no others', async () => {
    const subscriber = new SeenSubscriber();
    await read(subscriber);
    const [event, joined] = [change(1, 'event'), change(1)];
    await write(change(1, 'user', []), event, change(1, 'left'), change(1, 'attribute'), joined, change(1, 'tag'));
    await read(subscriber);
    expect(await seen()).toEqual(lines([event, joined]));
  });

  it('The oldest change that a subscriber has not applied has an age, and none of another kind or reader has', async () => {
    const subscriber = new SeenSubscriber();
    const positions = new FeedPositionRepository(fresh.db);
    const oldest = () => positions.findOldest(subscriber.name, subscriber.kinds);
    expect(await oldest()).toBe(0);
    await write(change(1));
    await read(subscriber);
    await write(change(1, 'tag'));
    expect(await oldest()).toBe(0);
    await write(change(1), change(4));
    await fresh.db.affected(
      "UPDATE platform.outbox SET created_at = created_at - interval '1 hour' WHERE app_id = 4 AND kind = 'joined'",
    );
    expect(await oldest()).toBeGreaterThan(3599);
    await read(subscriber);
    expect(await oldest()).toBe(0);
  });

  it('A transaction that commits late is applied, though later ones were applied before', async () => {
    const subscriber = new SeenSubscriber();
    await read(subscriber);
    const [late, early] = [change(1), change(1)];
    await fresh.db.tx(async (tx) => {
      await outbox.add(tx, late);
      await fresh.db.outsideTransaction(() => write(early));
      await fresh.db.outsideTransaction(() => read(subscriber));
      expect(await fresh.db.outsideTransaction(() => seen())).toEqual(lines([early]));
    });
    await read(subscriber);
    expect(await seen()).toEqual(lines([late, early]));
  });

  it('A subscriber whose position is older than the feed begins again, and goes on from there', async () => {
    const subscriber = new SeenSubscriber();
    await read(subscriber);
    await write(change(1));
    await fresh.db.affected("UPDATE platform.feed_position SET moved_at = now() - interval '50 hours'");
    const lost: number[] = [];
    await read(subscriber, fresh.db, lost);
    expect([lost, subscriber.restarted, await seen()]).toEqual([[1], [1], []]);
    const after = change(1);
    await write(after);
    await read(subscriber);
    expect(await seen()).toEqual(lines([after]));
  });

  it('A position in the future of a restored database counts as lost', async () => {
    const subscriber = new SeenSubscriber();
    await read(subscriber);
    await write(change(1));
    await read(subscriber);
    await fresh.db.affected("UPDATE platform.feed_position SET position = '900000000:900000000:' WHERE app_id = 1");
    await write(change(1));
    const row = await fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM platform.feed_position');
    expect(row?.n).toBe(2);
    await read(subscriber);
    expect(subscriber.restarted).toEqual([1]);
  });

  it('A subscriber that begins again gets none of the changes before, however many the feed still has', async () => {
    const subscriber = new SeenSubscriber();
    await read(subscriber);
    for (let count = 0; count < 6; count += 1) {
      await write(...Array.from({ length: 100 }, () => change(1)));
    }
    await fresh.db.affected("UPDATE platform.feed_position SET moved_at = now() - interval '50 hours'");
    await read(subscriber);
    expect([subscriber.restarted, await seen()]).toEqual([[1], []]);
  });

  it.each([
    ['applied', 1, '800000000'],
    ['unread', 1, '900000001'],
    ['unread', 600, '900000001'],
  ])(
    'Of %s changes of a restored server none is applied again (%i of them), and later ones are',
    async (_, count, xid) => {
      const subscriber = new SeenSubscriber();
      await read(subscriber);
      await write(...Array.from({ length: count }, () => change(1)));
      await fresh.db.affected('UPDATE platform.outbox SET xid = $1::xid8', [xid]);
      await fresh.db.affected(
        "UPDATE platform.feed_position SET position = '900000000:900000000:', moved_at = now() - interval '2 minutes'",
      );
      await read(subscriber);
      await read(subscriber);
      const after = change(1);
      await write(after);
      await read(subscriber);
      await read(subscriber);
      expect([subscriber.restarted, await seen()]).toEqual([[1], lines([after])]);
    },
  );

  it('A change that is written before the first reading of a restored database is not lost', async () => {
    const subscriber = new SeenSubscriber();
    await read(subscriber);
    await fresh.db.affected(
      "UPDATE platform.feed_position SET position = '900000000:900000000:', moved_at = now() - interval '2 minutes'",
    );
    await write(change(1));
    await read(subscriber);
    expect(subscriber.restarted).toEqual([1]);
  });

  it('An application whose changes have left the feed unread begins again', async () => {
    const subscriber = new SeenSubscriber();
    await read(subscriber);
    await write(change(1));
    await read(subscriber);
    await fresh.db.affected('TRUNCATE platform.outbox');
    await fresh.db.affected("UPDATE platform.feed_position SET moved_at = now() - interval '80 hours'");
    await read(subscriber);
    expect(subscriber.restarted).toEqual([1]);
  });

  it('An application whose changes cannot be applied keeps no other one waiting', async () => {
    class PickySubscriber extends SeenSubscriber {
      override async apply(tx: Tx, appId: number, changes: readonly Omit<Change, 'appId'>[]): Promise<void> {
        if (appId === 2) {
          throw new Error('refused');
        }
        await super.apply(tx, appId, changes);
      }
    }
    await read(new SeenSubscriber());
    const changes = APPS.map((appId) => change(appId));
    await write(...changes);
    await expect(read(new PickySubscriber())).rejects.toThrow('refused');
    expect(await seen()).toEqual(lines(changes.filter(({ appId }) => appId !== 2)));
    await read(new SeenSubscriber());
    expect(await seen()).toEqual(lines(changes));
  });

  it('The positions of idle applications move, so that the feed is not searched from its beginning', async () => {
    const subscriber = new SeenSubscriber();
    await read(subscriber);
    await write(change(1));
    await read(subscriber);
    await fresh.db.affected("UPDATE platform.feed_position SET moved_at = now() - interval '2 minutes'");
    await write(change(1, 'user', []));
    const ends = () =>
      fresh.db.rows<{ end: number }>(
        'SELECT pg_snapshot_xmax(p.position)::text::bigint AS "end" FROM platform.feed_position AS p ORDER BY p.app_id',
      );
    const before = await ends();
    await read(subscriber);
    const after = await ends();
    expect(after.every(({ end }, index) => end > (before[index]?.end ?? 0))).toBe(true);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'Changes of several writers are applied once each, with several readers that crash (seed %i)',
    { timeout: 60_000 },
    async (seed) => {
      const dice = new Dice(seed);
      const names = ['seen', 'other'];
      const subscribers = names.map((name) => new SeenSubscriber(name));
      await Promise.all(subscribers.map((subscriber) => read(subscriber)));
      const written: Change[] = [];
      for (let step = 0; step < 10; step++) {
        const fuse: Fuse = { left: dice.below(25) };
        const readers = subscribers.flatMap((subscriber) => [
          read(subscriber, crashingDatabase(fresh.db, fuse)),
          read(subscriber),
        ]);
        const writers = Array.from({ length: 3 }, async () => {
          const changes = Array.from({ length: 1 + dice.below(4) }, () => change(dice.pick(APPS)));
          written.push(...changes);
          await write(...changes);
        });
        for (const ended of await Promise.allSettled([...readers, ...writers])) {
          if (ended.status === 'rejected' && !(ended.reason instanceof Crash)) {
            throw ended.reason;
          }
        }
      }
      await Promise.all(subscribers.map((subscriber) => read(subscriber)));
      const expected = lines(written.toSorted((a, b) => (a.uids[0] ?? 0) - (b.uids[0] ?? 0)));
      for (const name of names) {
        expect(await seen(name), name).toEqual(expected);
      }
    },
  );
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { openEventsRoom, type EventsRoom } from '../../../test/support/rooms/events-room.js';
import type { FiredEvent } from '../model/event.types.js';

const DAY_MS = 24 * 3_600_000;
const RETENTION_DAYS = 100;
const EVENTS = [
  { code: 'Share', attributes: [{ code: 'n', dataType: 'INT' }] },
  {
    code: 'Measured',
    attributes: [
      { code: 'timestamp', dataType: 'STRING' },
      { code: 'messageId', dataType: 'STRING' },
    ],
  },
];

let fresh: FreshDatabase;
let room: EventsRoom;
let appId: number;
let apps = 0;

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 20 });
  room = await openEventsRoom(fresh);
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  const settings = { retention: { events: `${RETENTION_DAYS}d` } };
  appId = (await room.applying.apply({ app: `shop-${(apps += 1)}`, settings, events: EVENTS }, { dryRun: false })).app
    .id;
});

const share = (extId: string, attributes: Record<string, unknown>, name = 'Share'): FiredEvent => ({
  extId,
  name,
  attributes,
});
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

interface Stored {
  extId: string;
  at: Date;
  partition: string;
  attrs: Record<string, unknown>;
}

const findStored = (): Promise<Stored[]> =>
  fresh.db.rows<Stored>(
    `SELECT u.ext_id AS "extId", e.ts AS at, e.tableoid::regclass::text AS partition, e.attrs
     FROM events.event AS e JOIN users.app_user AS u ON u.vb = e.vb AND u.app_id = e.app_id AND u.uid = e.uid
     WHERE e.app_id = $1 ORDER BY u.ext_id, e.ts`,
    [appId],
  );
const countFeedRows = async (): Promise<number> =>
  (await fresh.db.rows(`SELECT FROM platform.outbox AS o WHERE o.app_id = $1 AND o.kind = 'event'`, [appId])).length;

describe('Events with their own time', () => {
  it('An event is stored at its own time, in the partition of that day, for new and known users', async () => {
    const times = [ago(99 * DAY_MS), ago(40 * DAY_MS), ago(1000)];
    for (const extIds of [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]) {
      await room.events.fireEvents(
        appId,
        extIds.map((extId, index) => share(extId, { timestamp: times[index] })),
      );
    }
    const stored = await findStored();
    expect(stored.map(({ at }) => at.toISOString())).toEqual(times.flatMap((time) => [time, time]));
    expect(stored.map(({ partition }) => partition)).toEqual(
      times.flatMap((time) => {
        const name = `events.event_${time.slice(0, 10).replaceAll('-', '')}`;
        return [name, name];
      }),
    );
  });

  it('Events with and without their own time can share a request, and none is later than its arrival', async () => {
    const soon = Date.now() + 2 * 60_000;
    await room.events.fireEvents(appId, [
      share('a', { n: 1 }),
      share('a', { n: 2, timestamp: soon }),
      share('a', { n: 3, timestamp: Date.now() - DAY_MS }),
    ]);
    const stored = await findStored();
    expect(stored.map(({ attrs }) => attrs['n'])).toEqual([3, 2, 1]);
    expect(stored.every(({ at }) => at.getTime() < soon - 60_000)).toBe(true);
  });

  it.each([
    ['older than the retention', ago((RETENTION_DAYS + 1) * DAY_MS), 'retention'],
    ['in the future', ago(-10 * 60_000), 'future'],
    ['no time', 'yesterday', 'TIME_STAMP'],
    ['seconds for milliseconds', Math.round(Date.now() / 1000), 'milliseconds'],
    ['an object', {}, 'TIME_STAMP'],
  ])('A request is refused as a whole when the time of one event is %s', async (_what, timestamp, reason) => {
    await expect(
      room.events.fireEvents(appId, [share('a', {}), share('b', { timestamp }), share('c', { timestamp })]),
    ).rejects.toMatchObject({
      code: 2004,
      message: expect.stringMatching(new RegExp(`'timestamp'.*${reason}.*\\(at index 1\\)`)) as string,
      faults: [
        { index: 1, extId: 'b', field: 'timestamp' },
        { index: 2, extId: 'c', field: 'timestamp' },
      ],
    });
    expect(await findStored()).toEqual([]);
  });

  it('Attributes that the definition of an event names timestamp or messageId are stored unchanged', async () => {
    const attrs = { timestamp: 'long ago', messageId: 'm' };
    await room.events.fireEvents(appId, [share('a', attrs, 'Measured'), share('a', attrs, 'Measured')]);
    const stored = await findStored();
    expect(stored.map((event) => event.attrs)).toEqual([attrs, attrs]);
    expect(stored.every(({ at }) => at.getTime() > Date.now() - DAY_MS)).toBe(true);
  });
});

/** Lets the stored ids be of other days. By way of a far day, because two rows of an id follow each other. */
async function moveDays(days: number): Promise<void> {
  for (const step of [1000, days - 1000]) {
    await fresh.db.affected('UPDATE events.message_id SET day = day + $2::integer WHERE app_id = $1', [appId, step]);
  }
}

describe('Events with a messageId', () => {
  it('An event with a messageId is stored once: in one request, in repeats, and with its own time', async () => {
    const timestamp = ago(5 * DAY_MS);
    const events = [
      share('a', { messageId: 'm1' }),
      share('a', { messageId: 'm1' }),
      share('b', { messageId: 'm1', timestamp }),
    ];
    await room.events.fireEvents(appId, events);
    await room.events.fireEvents(appId, events);
    await room.events.fireEvents(appId, [...events, share('b', { messageId: 'm2' }), share('b', {})]);
    expect((await findStored()).map(({ extId }) => extId)).toEqual(['a', 'b', 'b', 'b']);
  });

  it('A request with only repeated events leaves no row in the change feed', async () => {
    await room.events.fireEvents(appId, [share('a', { messageId: 'm1' })]);
    const before = await countFeedRows();
    await room.events.fireEvents(appId, [share('a', { messageId: 'm1' })]);
    expect(await countFeedRows()).toBe(before);
  });

  it('An event with a messageId is stored once by concurrent requests in any order', { timeout: 60_000 }, async () => {
    const ids = Array.from({ length: 60 }, (_, n) => n);
    await room.events.fireEvents(
      appId,
      ids.map((n) => share(`u${n % 7}`, {})),
    );
    const before = (await findStored()).length;
    const orders = Array.from({ length: 12 }, (_, k) => (k % 2 === 0 ? ids : ids.toReversed()).slice(k % 5));
    await Promise.all(
      orders.map((order) =>
        room.events.fireEvents(
          appId,
          order.map((n) => share(`u${n % 7}`, { messageId: `m${n}`, n })),
        ),
      ),
    );
    const numbers = (await findStored()).flatMap(({ attrs }) => attrs['n'] ?? []);
    expect(numbers.toSorted((a, b) => Number(a) - Number(b))).toEqual(ids);
    expect(before).toBe(60);
  });

  it('A messageId stays free when its request is refused or rolled back', async () => {
    await expect(
      room.events.fireEvents(appId, [share('a', { messageId: 'm1' }), share('a', { n: 'text' })]),
    ).rejects.toMatchObject({ code: 2004 });
    await expect(
      fresh.db.inTransaction(async () => {
        await room.events.fireEvents(appId, [share('a', { messageId: 'm1' })]);
        throw new Error('the process dies before the commit');
      }),
    ).rejects.toThrow('dies');
    await room.events.fireEvents(appId, [share('a', { messageId: 'm1' })]);
    expect(await findStored()).toHaveLength(1);
  });

  it('A messageId is known for a day and longer, and then forgotten', async () => {
    const fire = () => room.events.fireEvents(appId, [share('a', { messageId: 'm1' })]);
    const age = () => moveDays(-1);
    await fire();
    await age();
    await fire();
    expect(await findStored()).toHaveLength(1);
    await age();
    await fire();
    expect(await findStored()).toHaveLength(2);
  });

  it('A messageId stored after midnight is known to a request that began before midnight', async () => {
    await room.events.fireEvents(appId, [share('a', { messageId: 'm1' })]);
    // Rows of the request after midnight, as seen by one that still counts the day before.
    await moveDays(1);
    await room.events.fireEvents(appId, [share('a', { messageId: 'm1' })]);
    expect(await findStored()).toHaveLength(1);
  });

  it.each([[''], ['x'.repeat(256)], ['a\0'], [{}], [true]])(
    'A messageId in another form is refused (case %#)',
    async (messageId) => {
      await expect(room.events.fireEvents(appId, [share('a', { messageId })])).rejects.toMatchObject({
        code: 2004,
        message: expect.stringContaining("'messageId'") as string,
      });
    },
  );
});

describe('Transaction of an event', () => {
  /** Reads users and their events from the rows of the change feed. */
  const joinFeed = (): Promise<{ extId: string | null; eventId: number }[]> =>
    fresh.db.rows(
      `SELECT u.ext_id AS "extId", e.event_id AS "eventId"
       FROM platform.outbox AS o
       CROSS JOIN LATERAL unnest(o.uids) AS c (uid)
       JOIN events.event AS e ON e.vb = c.uid % 1024 AND e.app_id = o.app_id AND e.uid = c.uid AND e.xid = o.xid
       JOIN users.app_user AS u ON u.vb = e.vb AND u.app_id = e.app_id AND u.uid = e.uid
       WHERE o.app_id = $1 AND o.kind = 'event' ORDER BY "extId", "eventId"`,
      [appId],
    );

  it('The transaction of an event shows which user of a request did what, whatever the time of the event', async () => {
    await room.events.fireEvents(appId, [
      share('a', {}, 'LoginEvent'),
      share('b', { timestamp: ago(30 * DAY_MS) }, 'OrderEvent'),
    ]);
    await room.events.fireEvents(appId, [share('a', {}, 'OrderEvent')]);
    const joined = (await joinFeed()).map(({ extId, eventId }) => `${extId} ${eventId}`);
    expect(new Set(joined).size).toBe(3);
    expect(joined.map((text) => text.split(' ')[0])).toEqual(['a', 'a', 'b']);
  });

  it('A merge moves events, and its row in the change feed matches none of them', async () => {
    const uid = 5 * 1024 + 77;
    await fresh.db.affected('INSERT INTO users.app_user (vb, app_id, uid) VALUES (77, $1, $2)', [appId, uid]);
    await room.events.reportEvents(appId, uid, [{ name: 'LoginEvent', attributes: {} }]);
    await room.events.fireEvents(appId, [share('a', {})]);
    const named = await fresh.db.row<{ uid: number }>(
      `SELECT u.uid FROM users.app_user AS u WHERE u.app_id = $1 AND u.ext_id = 'a'`,
      [appId],
    );
    const before = await joinFeed();
    await fresh.db.tx((tx) => room.personEvents.moveEvents(tx, appId, uid, named?.uid ?? 0));
    expect(await countFeedRows()).toBe(3);
    // The feed's row of the merge names the user and the event, and joins with none of his events.
    expect(await joinFeed()).toEqual(before.filter(({ extId }) => extId !== null));
    expect((await findStored()).map(({ extId }) => extId)).toEqual(['a', 'a']);
  });
});

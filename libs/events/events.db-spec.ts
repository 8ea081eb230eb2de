import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../test/support/database/database.js';
import { openEventsRoom, type EventsRoom } from '../../test/support/rooms/events-room.js';
import type { FiredEvent } from './model/event.types.js';

let fresh: FreshDatabase;
let room: EventsRoom;
let appId: number;
let apps = 0;

const EVENTS = [
  { code: 'Share', attributes: [{ code: 'itemId', dataType: 'STRING', mandatory: true }] },
  { code: 'QuickOrder', baseEventCode: 'OrderEvent', attributes: [{ code: 'fast', dataType: 'BOOLEAN' }] },
];

async function createApplication(): Promise<number> {
  return (await room.applying.apply({ app: `shop-${(apps += 1)}`, events: EVENTS }, { dryRun: false })).app.id;
}

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 20 });
  room = await openEventsRoom(fresh);
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  appId = await createApplication();
});

const createEvent = (extId: string, name: string, attributes: Record<string, unknown> = {}): FiredEvent => ({
  extId,
  name,
  attributes,
});
const createShareEvent = (extId: string, itemId: unknown = 'i'): FiredEvent => createEvent(extId, 'Share', { itemId });

interface Stored {
  extId: string | null;
  uid: number;
  code: string | null;
  eventId: number;
  attrs: Record<string, unknown>;
  isToday: boolean;
}

/** Events in their order. */
const findStoredEvents = (id = appId): Promise<Stored[]> =>
  fresh.db.rows<Stored>(
    `SELECT u.ext_id AS "extId", e.uid, d.code, e.event_id AS "eventId", e.attrs,
            e.day = (e.ts AT TIME ZONE 'UTC')::date AND e.ts - now() < interval '1 minute' AS "isToday"
     FROM events.event AS e
     LEFT JOIN users.app_user AS u ON u.vb = e.vb AND u.app_id = e.app_id AND u.uid = e.uid
     LEFT JOIN events.event_def AS d ON d.app_id = e.app_id AND d.event_id = e.event_id
     WHERE e.app_id = $1 ORDER BY e.ts`,
    [id],
  );

const findChanges = (): Promise<{ kind: string; uids: number[]; keys: number[] }[]> =>
  fresh.db.rows('SELECT o.kind, o.uids, o.keys FROM platform.outbox AS o WHERE o.app_id = $1 ORDER BY o.kind', [appId]);

async function countUsers(): Promise<number> {
  const row = await fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM users.app_user AS u WHERE u.app_id = $1', [
    appId,
  ]);
  return row?.n ?? 0;
}

async function createAnonymousUser(): Promise<number> {
  const uid = 5 * 1024 + 77;
  await fresh.db.affected('INSERT INTO users.app_user (vb, app_id, uid) VALUES (77, $1, $2)', [appId, uid]);
  return uid;
}

describe('Events fired by servers', () => {
  it('Fired events are stored under their definition and create missing users', async () => {
    await room.events.fireEvents(appId, [
      createShareEvent('a', 'i1'),
      createEvent('b', 'QuickOrder', { grandTotal: 5, fast: true, more: 1 }),
    ]);
    const events = await findStoredEvents();
    expect(events.every(({ isToday }) => isToday)).toBe(true);
    expect(Object.fromEntries(events.map(({ extId, code, attrs }) => [extId, { code, attrs }]))).toEqual({
      a: { code: 'Share', attrs: { itemId: 'i1' } },
      b: { code: 'QuickOrder', attrs: { grandTotal: 5, fast: true, $undefined: { more: 1 } } },
    });
    expect(await countUsers()).toBe(2);
  });

  it('Fired events of one user keep the order of the request', async () => {
    const items = Array.from({ length: 300 }, (_, n) => createShareEvent(n % 3 === 0 ? 'a' : `u${n % 7}`, String(n)));
    await room.events.fireEvents(appId, items);
    const ofA = (await findStoredEvents())
      .filter(({ extId }) => extId === 'a')
      .map(({ attrs }) => Number(attrs['itemId']));
    expect(ofA).toHaveLength(100);
    expect(ofA).toEqual(ofA.toSorted((x, y) => x - y));
  });

  it('Fired events are written to the change feed with their users', async () => {
    await room.events.fireEvents(appId, [
      createShareEvent('a'),
      createShareEvent('b'),
      createShareEvent('a'),
      createEvent('b', 'LoginEvent'),
    ]);
    const events = await findStoredEvents();
    const uids = [...new Set(events.map(({ uid }) => uid))].toSorted((x, y) => x - y);
    const keys = [...new Set(events.map(({ eventId }) => eventId))].toSorted((x, y) => x - y);
    expect(await findChanges()).toEqual([
      { kind: 'event', uids, keys },
      { kind: 'user', uids, keys: [] },
    ]);
    await room.events.fireEvents(appId, [createShareEvent('a')]);
    expect((await findChanges()).map(({ kind }) => kind)).toEqual(['event', 'event', 'user']);
  });

  it('A request with an invalid event is refused as a whole, with index and attribute', async () => {
    const events = [createShareEvent('a'), createEvent('b', 'NotDefined'), createShareEvent('c', 1)];
    await expect(room.events.fireEvents(appId, events)).rejects.toMatchObject({
      code: 2004,
      message: "Field 'itemId' should be of type STRING (at index 2)",
    });
    await expect(
      room.events.fireEvents(appId, [createShareEvent('a'), createEvent('c', 'Share')]),
    ).rejects.toMatchObject({
      code: 2004,
      message: "Field 'itemId' is mandatory for Share (at index 1)",
    });
    expect(await findStoredEvents()).toEqual([]);
    expect(await room.events.listUnmatchedNames(appId)).toEqual([]);
    expect([await countUsers(), await findChanges()]).toEqual([0, []]);
  });

  it('A request may name 1000 users, and not 1001', async () => {
    const makeEvents = (count: number): FiredEvent[] =>
      Array.from({ length: count }, (_, n) => createShareEvent(`u${n}`));
    await expect(room.events.fireEvents(appId, makeEvents(1001))).rejects.toMatchObject({ code: 2004 });
    await expect(
      room.events.fireEvents(appId, [...makeEvents(1000), createEvent('one more', 'NotDefined')]),
    ).rejects.toMatchObject({
      code: 2004,
    });
    await room.events.fireEvents(appId, [...makeEvents(1000), createShareEvent('u0')]);
    expect(await findStoredEvents()).toHaveLength(1001);
    expect(await countUsers()).toBe(1000);
  });

  it('Concurrent requests may name the same new users', async () => {
    const users = Array.from({ length: 50 }, (_, n) => `u${n}`);
    const orders = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? users : users.toReversed()));
    await Promise.all(
      orders.map((order) =>
        room.events.fireEvents(
          appId,
          order.map((extId) => createShareEvent(extId)),
        ),
      ),
    );
    const events = await findStoredEvents();
    expect([await countUsers(), events.length]).toEqual([50, 400]);
    expect(new Set(events.map(({ extId }) => extId))).toEqual(new Set(users));
  });
});

describe('Events with an undefined name', () => {
  it('Events with an undefined name are counted with their last example and create no user', async () => {
    await room.events.fireEvents(appId, [
      createEvent('a', 'Shar', { n: 1 }),
      createEvent('b', 'Shar', { n: 2 }),
      createShareEvent('c'),
    ]);
    await room.events.fireEvents(appId, [createEvent('a', 'Shar', { n: '\0\ud800' }), createEvent('a', 'share')]);
    const names = await room.events.listUnmatchedNames(appId);
    expect(names.map(({ name, count, lastExample }) => [name, count, lastExample])).toEqual([
      ['Shar', 3, '{"n":"\\u0000\\ud800"}'],
      ['share', 1, '{}'],
    ]);
    expect((await findStoredEvents()).map(({ extId }) => extId)).toEqual(['c']);
    expect(await countUsers()).toBe(1);
  });

  it('Undefined names are limited in number, and the most recent names stay', async () => {
    const named = (prefix: string, count: number): FiredEvent[] =>
      Array.from({ length: count }, (_, n) => createEvent('a', `${prefix}${n}`));
    await room.events.fireEvents(appId, named('old', 990));
    await room.events.fireEvents(appId, named('new', 20));
    const names = (await room.events.listUnmatchedNames(appId)).map(({ name }) => name);
    expect(names).toHaveLength(1000);
    expect(names.filter((name) => name.startsWith('new'))).toHaveLength(20);
    await room.events.fireEvents(appId, named('flood', 3000));
    expect(await room.events.listUnmatchedNames(appId)).toHaveLength(1000);
  });

  it('Concurrent requests may fire events with undefined names', async () => {
    const names = Array.from({ length: 30 }, (_, n) => createEvent('a', `n${n}`));
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => room.events.fireEvents(appId, n % 2 === 0 ? names : names.toReversed())),
    );
    const unmatched = await room.events.listUnmatchedNames(appId);
    expect(unmatched.map(({ count }) => count)).toEqual(new Array<number>(30).fill(8));
  });

  it('An undefined name is deleted once it is defined, and its events are stored from then on', async () => {
    await room.events.fireEvents(appId, [createEvent('a', 'Later', { n: 1 })]);
    await room.applying.apply({ app: `shop-${apps}`, events: [{ code: 'Later' }] }, { dryRun: false });
    expect(await room.events.listUnmatchedNames(appId)).toEqual([]);
    await room.events.fireEvents(appId, [createEvent('a', 'Later', { n: 1 })]);
    expect((await findStoredEvents()).map(({ code, attrs }) => [code, attrs])).toEqual([
      ['Later', { $undefined: { n: 1 } }],
    ]);
    const [told, ...others] = await room.events.listUnmatchedNames(appId);
    expect([told, others]).toMatchObject([{ name: 'Later', attribute: 'n', count: 1 }, []]);
    const later = { code: 'Later', attributes: [{ code: 'n', dataType: 'INT' }] };
    await room.applying.apply({ app: `shop-${apps}`, events: [later] }, { dryRun: false });
    expect(await room.events.listUnmatchedNames(appId)).toEqual([]);
  });
});

describe('Events reported by a device', () => {
  it('Reported events belong to the user of the device', async () => {
    const uid = await createAnonymousUser();
    await room.events.reportEvents(appId, uid, [
      { name: 'ScreenViewEvent', attributes: { pageName: 'home' } },
      { name: 'NotDefined', attributes: {} },
    ]);
    expect(await findStoredEvents()).toMatchObject([{ uid, eventId: 1, attrs: { ep: 'home' } }]);
    expect(await room.events.listUnmatchedNames(appId)).toMatchObject([{ name: 'NotDefined', count: 1 }]);
    expect(await findChanges()).toEqual([{ kind: 'event', uids: [uid], keys: [1] }]);
  });

  it('A report with an invalid event is refused as a whole', async () => {
    const events = [
      { name: 'LoginEvent', attributes: {} },
      { name: 'Share', attributes: {} },
    ];
    await expect(room.events.reportEvents(appId, await createAnonymousUser(), events)).rejects.toMatchObject({
      code: 2004,
    });
    expect(await findStoredEvents()).toEqual([]);
  });
});

describe('Other applications', () => {
  it('Another application has its own events, definitions and unmatched names', async () => {
    const otherAppId = (await room.applying.apply({ app: `shop-${(apps += 1)}` }, { dryRun: false })).app.id;
    await room.events.fireEvents(appId, [createShareEvent('a'), createEvent('a', 'NotDefined')]);
    await room.events.fireEvents(otherAppId, [createShareEvent('a')]);
    expect(await findStoredEvents(otherAppId)).toEqual([]);
    expect((await room.events.listUnmatchedNames(otherAppId)).map(({ name }) => name)).toEqual(['Share']);
    expect((await room.events.listUnmatchedNames(appId)).map(({ name }) => name)).toEqual(['NotDefined']);
    expect((await room.definitions.findLatest(otherAppId)).filter(({ standard }) => !standard)).toEqual([]);
    const uid = (await findStoredEvents())[0]?.uid ?? 0;
    await fresh.db.tx((tx) => room.personEvents.eraseEvents(tx, otherAppId, [uid], ['a']));
    await fresh.db.tx((tx) => room.personEvents.moveEvents(tx, otherAppId, uid, uid + 1024));
    expect(await findStoredEvents()).toMatchObject([{ uid, extId: 'a' }]);
    expect(await room.events.listUnmatchedNames(appId)).toMatchObject([{ lastExample: '{}' }]);
  });
});

describe('Events of one user', () => {
  it('The events of a user move to another user', async () => {
    const uid = await createAnonymousUser();
    await room.events.reportEvents(appId, uid, [{ name: 'LoginEvent', attributes: { method: 'mail' } }]);
    await room.events.fireEvents(appId, [createShareEvent('a')]);
    const target = (await findStoredEvents()).find(({ extId }) => extId === 'a')?.uid ?? 0;
    await fresh.db.tx((tx) => room.personEvents.moveEvents(tx, appId, uid, target));
    expect((await findStoredEvents()).map(({ extId }) => extId)).toEqual(['a', 'a']);
  });

  it('The events of a user are erased, including examples of unmatched names', async () => {
    await room.events.fireEvents(appId, [
      createShareEvent('a'),
      createShareEvent('b'),
      createShareEvent('a'),
      createEvent('a', 'Shar', { mail: 'a@example.com' }),
    ]);
    const uid = (await findStoredEvents()).find(({ extId }) => extId === 'a')?.uid ?? 0;
    await fresh.db.tx((tx) => room.personEvents.eraseEvents(tx, appId, [uid], ['a']));
    expect((await findStoredEvents()).map(({ extId }) => extId)).toEqual(['b']);
    expect(await room.events.listUnmatchedNames(appId)).toMatchObject([{ name: 'Shar', count: 1, lastExample: null }]);
  });
});

describe('Cached uids', () => {
  /** The process has read these users, and fires by what it knows. */
  const fireTwice = async (...extIds: string[]): Promise<void> => {
    await room.events.fireEvents(
      appId,
      extIds.map((extId) => createShareEvent(extId, 'first')),
    );
    // After new users some requests look all users up.
    for (let n = 0; n < 22; n++) {
      await room.events.fireEvents(
        appId,
        extIds.map((extId) => createShareEvent(extId, 'warm')),
      );
    }
  };
  const uidOf = async (extId: string, id = appId): Promise<number | undefined> =>
    (
      await fresh.db.row<{ uid: number }>(
        'SELECT u.uid FROM users.app_user AS u WHERE u.app_id = $1 AND u.ext_id = $2',
        [id, extId],
      )
    )?.uid;
  const uidsOfItem = async (itemId: string, id = appId): Promise<number[]> =>
    (await findStoredEvents(id)).filter(({ attrs }) => attrs['itemId'] === itemId).map(({ uid }) => uid);

  it('Cached uids lead to the same users as a look-up, also beside users that were never read', async () => {
    await fireTwice('a', 'b');
    await room.events.fireEvents(appId, [createShareEvent('c', 'birth')]);
    for (let n = 0; n < 22; n++) {
      await room.events.fireEvents(appId, [createShareEvent('a', 'warm')]);
    }
    await room.events.fireEvents(
      appId,
      ['c', 'a', 'b', 'c'].map((extId) => createShareEvent(extId, 'mixed')),
    );
    const [a, b, c] = [await uidOf('a'), await uidOf('b'), await uidOf('c')];
    expect((await uidsOfItem('mixed')).toSorted()).toEqual([a, b, c, c].toSorted());
    const feed = (await findChanges()).filter(({ kind }) => kind === 'event');
    expect(feed.at(-1)?.uids.length).toBeGreaterThan(0);
    expect(feed.some(({ uids }) => uids.length === 3)).toBe(true);
  });

  it('A cached uid is not used for a user who was erased and came again', async () => {
    await fireTwice('a', 'b');
    const before = await uidOf('a');
    await fresh.db.affected("DELETE FROM users.app_user WHERE app_id = $1 AND ext_id = 'a'", [appId]);
    await room.events.fireEvents(appId, [createShareEvent('b', 'after'), createShareEvent('a', 'after')]);
    const after = await uidOf('a');
    expect(after).not.toBe(before);
    expect((await uidsOfItem('after')).toSorted()).toEqual([await uidOf('b'), after].toSorted());
  });

  it('A cached uid is not used for a user whose extId was given to another user', async () => {
    await fireTwice('a', 'b');
    const [a, b] = [await uidOf('a'), await uidOf('b')];
    await fresh.db.affected(`UPDATE users.app_user SET ext_id = NULL WHERE app_id = $1 AND ext_id = 'a'`, [appId]);
    await room.events.fireEvents(appId, [createShareEvent('a', 'after'), createShareEvent('b', 'after')]);
    const now = await uidOf('a');
    expect(now).toBeDefined();
    expect(now).not.toBe(a);
    expect((await uidsOfItem('after')).toSorted()).toEqual([now, b].toSorted());
  });

  it('A cached uid is not used after an erasure whose transaction was open during an earlier request', async () => {
    await fireTwice('a', 'b');
    const before = await uidOf('a');
    let commit = (): void => undefined;
    const mayCommit = new Promise<void>((resolve) => (commit = resolve));
    const erasure = fresh.db.tx(async (tx) => {
      await tx.affected("DELETE FROM users.app_user WHERE app_id = $1 AND ext_id = 'a'", [appId]);
      await mayCommit;
    });
    await room.events.fireEvents(appId, [createShareEvent('a', 'beside')]);
    commit();
    await erasure;
    expect(await uidsOfItem('beside')).toEqual([before]);
    await room.events.fireEvents(appId, [createShareEvent('a', 'after')]);
    expect(await uidsOfItem('after')).toEqual([await uidOf('a')]);
  });

  it('Cached uids belong to one application', async () => {
    const other = await createApplication();
    await fireTwice('a');
    await room.events.fireEvents(other, [createShareEvent('a', 'other')]);
    for (let n = 0; n < 22; n++) {
      await room.events.fireEvents(other, [createShareEvent('a', 'other')]);
    }
    expect(new Set(await uidsOfItem('other', other))).toEqual(new Set([await uidOf('a', other)]));
    expect(await uidsOfItem('other')).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { parseTarget } from '../../../test/support/rooms/parse.js';
import { SegmentRepository } from '../segment-store/segment.repository.js';

const IOS = 1;
const ANDROID = 2;
const LEASE_MS = 60_000;

interface Row {
  epoch: number;
  currentVersion: number | null;
  userCount: number;
}

describe('Segments', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;

  beforeAll(async () => {
    database = await freshDatabase();
    room = await openAudienceRoom(database);
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  const ATTRIBUTES = [{ code: 'age', dataType: 'INT' }];
  const ADULTS = { name: 'adults', target: { profile: { age: { $exists: true } } } };
  const apply = (app: string, more: object, dryRun = false) => room.applying.apply({ app, ...more }, { dryRun });
  const adults = async (app: string) => (await apply(app, { attributes: ATTRIBUTES, segments: [ADULTS] })).app.id;

  async function register(appId: number, from: number, to: number): Promise<void> {
    const entries = Array.from({ length: to - from }, (_, i) => ({
      extId: `u${from + i}`,
      profile: { age: 20 },
      ...((from + i) % 2 === 0
        ? { platform: 'IOS', deviceToken: `ios-${appId}-${from + i}` }
        : { email: `u${from + i}@example.com` }),
    }));
    await room.registration.registerUsers(appId, entries);
  }

  async function idOf(appId: number, name = 'adults'): Promise<number> {
    const segment = (await room.segments.list(appId)).find((candidate) => candidate.name === name);
    return segment?.id ?? 0;
  }

  async function rowOf(segmentId: number): Promise<Row | undefined> {
    return database.db.row<Row>(
      `SELECT s.epoch, s.current_version AS "currentVersion", s.user_count AS "userCount"
       FROM audience.segment AS s WHERE s.segment_id = $1`,
      [segmentId],
    );
  }

  async function makeDue(appId: number): Promise<void> {
    await database.db.affected('UPDATE audience.segment SET due_at = now() WHERE app_id = $1', [appId]);
  }

  const count = (appId: number, segment: unknown) => room.audience.countTarget(appId, parseTarget({ segment }, 'bulk'));

  it('A new segment exists with its members after the apply', async () => {
    const appId = (await apply('fresh', { attributes: ATTRIBUTES })).app.id;
    await register(appId, 0, 10);
    const { differences } = await apply('fresh', { segments: [ADULTS, { name: 'nobody', target: { tag: 'x' } }] });
    expect(differences).toEqual([
      { change: 'add', subject: 'segments: adults' },
      { change: 'add', subject: 'segments: nobody' },
    ]);
    const ready = { state: 'READY', calculatedAt: expect.any(Number) as number };
    expect(await room.segments.list(appId)).toEqual([
      { id: await idOf(appId), name: 'adults', type: 'STANDARD', userCount: 10, ...ready },
      { id: await idOf(appId, 'nobody'), name: 'nobody', type: 'STANDARD', userCount: 0, ...ready },
    ]);
    expect((await room.segments.list(appId, IOS)).map(({ userCount }) => userCount)).toEqual([5, 0]);
    expect((await room.segments.list(appId, ANDROID)).map(({ userCount }) => userCount)).toEqual([0, 0]);
    expect(await count(appId, 'adults')).toBe(10);
    expect(await count(appId, { $not: ['adults'] })).toBe(0);
    expect(await count(appId, { $not: ['nobody'] })).toBe(10);
    expect(await count(appId, { $and: ['adults', 'nobody'] })).toBe(0);
    expect((await apply('fresh', { segments: [ADULTS] })).differences).toEqual([]);
  });

  it('A dry run does not store a segment', async () => {
    const { differences, app } = await apply('dry', { segments: [{ name: 'all', target: { sendToAll: true } }] }, true);
    expect(differences).toContainEqual({ change: 'add', subject: 'segments: all' });
    const rows = await database.db.rows('SELECT FROM audience.segment AS s WHERE s.app_id = $1', [app.id]);
    expect(rows).toEqual([]);
  });

  it('A due calculation changes the members of a segment and keeps an unchanged version', async () => {
    const appId = await adults('due');
    await register(appId, 0, 3);
    expect(await room.calculator.calculateDue(appId)).toBe(0);
    expect(await count(appId, 'adults')).toBe(0);

    await makeDue(appId);
    expect(await room.calculator.calculateDue(appId)).toBe(1);
    expect(await count(appId, 'adults')).toBe(3);
    const segmentId = await idOf(appId);
    const before = await rowOf(segmentId);

    await makeDue(appId);
    await room.calculator.calculateDue(appId);
    expect(await rowOf(segmentId)).toEqual({ ...before, epoch: (before?.epoch ?? 0) + 1 });

    await database.db.affected("UPDATE users.app_user SET attrs = '{}' WHERE app_id = $1 AND ext_id = 'u1'", [appId]);
    await makeDue(appId);
    await room.calculator.calculateDue(appId);
    expect(await rowOf(segmentId)).toMatchObject({ userCount: 2 });
    expect(await count(appId, 'adults')).toBe(2);
  });

  it('A segment has the same members when it is calculated in many ranges', async () => {
    const appId = await adults('ranges');
    await register(appId, 0, 300);
    await database.db.affected('UPDATE users.uid_block SET next_n = next_n + 3000 WHERE app_id = $1', [appId]);
    expect((await room.audience.listRanges(appId)).length).toBeGreaterThan(3);
    await makeDue(appId);
    await room.calculator.calculateDue(appId);
    expect(await rowOf(await idOf(appId))).toMatchObject({ userCount: 300 });
    expect((await room.segments.list(appId, IOS))[0]).toMatchObject({ userCount: 150 });
    expect(await count(appId, 'adults')).toBe(300);
    const target = await room.audience.resolve(appId, parseTarget({ segment: 'adults' }, 'bulk'));
    const ids: number[] = [];
    for (const range of await room.audience.listRanges(appId)) {
      const groups = await room.audience.findRecipients(appId, target, { kind: 'push', platforms: [IOS], ...range });
      ids.push(...groups.flatMap((group) => group.ids));
    }
    expect(new Set(ids).size).toBe(150);
  });

  it('A change of the target invalidates the running calculation of the old target', async () => {
    const appId = await adults('changed');
    await register(appId, 0, 4);
    await makeDue(appId);
    await room.calculator.calculateDue(appId);
    const claimed = await claim(appId);
    const { differences } = await apply('changed', { segments: [{ ...ADULTS, target: { profile: { age: 99 } } }] });
    expect(differences).toEqual([{ change: 'change', subject: 'segments: adults target' }]);
    expect(await count(appId, 'adults')).toBe(0);
    // The calculation with the old target is fenced off.
    const segments = new SegmentRepository(database.db);
    expect(await segments.renewClaim(claimed, LEASE_MS)).toBe(false);
    expect(await database.db.tx((tx) => segments.lockClaimed(tx, claimed))).toBe(false);
    expect(await count(appId, 'adults')).toBe(0);
  });

  async function claim(appId: number) {
    await makeDue(appId);
    const claimed = await new SegmentRepository(database.db).claimDue(LEASE_MS, appId);
    if (!claimed) {
      throw new Error('Nothing was due');
    }
    return claimed;
  }

  it('A segment is calculated once by several schedulers, and by another one after a crash', async () => {
    const names = Array.from({ length: 6 }, (_, i) => `s${i}`);
    const appId = (await apply('several', { segments: names.map((name) => ({ name, target: { tag: name } })) })).app.id;
    const epochs = async () => Promise.all(names.map(async (name) => (await rowOf(await idOf(appId, name)))?.epoch));
    expect(await epochs()).toEqual([1, 1, 1, 1, 1, 1]);

    const otherRoom = await openAudienceRoom(database);
    try {
      await makeDue(appId);
      const looked = [0, 0];
      while ((looked[0] ?? 0) + (looked[1] ?? 0) < names.length) {
        const [first, two] = await Promise.all([
          room.calculator.calculateDue(appId),
          otherRoom.calculator.calculateDue(appId),
        ]);
        looked[0] = (looked[0] ?? 0) + first;
        looked[1] = (looked[1] ?? 0) + two;
      }
      expect(await epochs()).toEqual([2, 2, 2, 2, 2, 2]);

      const dead = await claim(appId);
      await makeDue(appId);
      const left = () => database.db.row('SELECT FROM audience.segment WHERE app_id = $1 AND due_at <= now()', [appId]);
      await room.calculator.calculateDue(appId);
      expect((await rowOf(dead.segmentId))?.epoch).toBe(dead.epoch);
      await database.db.affected('UPDATE audience.segment SET lease_until = now() WHERE segment_id = $1', [
        dead.segmentId,
      ]);
      await room.calculator.calculateDue(appId);
      expect((await rowOf(dead.segmentId))?.epoch).toBe(dead.epoch + 1);
      expect(await left()).toBeUndefined();
    } finally {
      await otherRoom.close();
    }
  });

  it('A segment that is deleted, unknown, never calculated or of another application is refused', async () => {
    const appId = await adults('gone');
    await adults('other');
    const gone = await idOf(appId);
    await apply('gone', { prune: true, segments: [] });
    expect(await room.segments.list(appId)).toEqual([]);
    await expect(count(appId, 'adults')).rejects.toMatchObject({ code: 5042 });
    await expect(room.segments.getPage(appId, { segmentId: gone })).rejects.toMatchObject({ code: 5042 });

    await adults('gone');
    expect(await idOf(appId)).not.toBe(gone);
    expect(await count(appId, 'adults')).toBe(0);

    await database.db.affected(
      `INSERT INTO audience.segment (app_id, name, type, target, due_at)
       VALUES ($1, 'slow', 'STANDARD', '{"sendToAll": true}', 'infinity')`,
      [appId],
    );
    await expect(count(appId, { $not: ['slow'] })).rejects.toMatchObject({ code: 5042 });
    const slow = { id: await idOf(appId, 'slow'), name: 'slow', type: 'STANDARD', userCount: 0, state: 'WAITING' };
    expect(await room.segments.list(appId)).toContainEqual(slow);
    for (const segmentId of [slow.id, 0, -1, 2 ** 31, 999_999]) {
      await expect(room.segments.getPage(appId, { segmentId })).rejects.toMatchObject({ code: 5042 });
    }
    const retired = await database.db.row<{ id: number }>(
      `SELECT s.segment_id AS id FROM audience.segment AS s JOIN tenancy.application AS a ON a.id = s.app_id
       WHERE a.name = 'other'`,
    );
    await expect(room.segments.getPage(appId, { segmentId: retired?.id ?? 0 })).rejects.toMatchObject({ code: 5042 });
  });

  it('A segment keeps its members when its target becomes invalid', async () => {
    const appId = await adults('broken');
    await register(appId, 0, 2);
    await makeDue(appId);
    await room.calculator.calculateDue(appId);
    await apply('broken', { prune: true, attributes: [] });
    await makeDue(appId);
    expect(await room.calculator.calculateDue(appId)).toBe(1);
    expect(await room.calculator.calculateDue(appId)).toBe(0);
    expect(await count(appId, 'adults')).toBe(2);
  });

  describe('Pages of members', () => {
    let appId: number;
    let segmentId: number;

    beforeAll(async () => {
      appId = await adults('pages');
      await register(appId, 0, 250);
      await makeDue(appId);
      await room.calculator.calculateDue(appId);
      segmentId = await idOf(appId);
    });

    const page = (request: object) => room.segments.getPage(appId, { segmentId, ...request });

    it('A page of members leads to the next page, and each member appears once', async () => {
      const first = await page({});
      expect(first).toMatchObject({ name: 'adults', next: { offset: 100, max: 100 } });
      const second = await page({ ...first.next });
      const last = await page({ ...second.next });
      expect([first, second, last].map(({ list }) => list.length)).toEqual([100, 100, 50]);
      expect(last).not.toHaveProperty('next');
      const names = [first, second, last].flatMap(({ list }) => list.map(({ externalId }) => externalId));
      expect(names.toSorted()).toEqual(Array.from({ length: 250 }, (_, i) => `u${i}`).toSorted());
    });

    it('The size of a page of members is between 100 and 1000', async () => {
      expect((await page({ max: 1 })).list).toHaveLength(100);
      expect(await page({ max: 1000 })).not.toHaveProperty('next');
      expect((await page({ max: 250 })).list).toHaveLength(250);
      await expect(page({ max: 1001 })).rejects.toMatchObject({ code: 2004 });
      expect(await page({ offset: 250 })).toEqual({ name: 'adults', list: [] });
      expect(await page({ offset: Number.MAX_SAFE_INTEGER })).toEqual({ name: 'adults', list: [] });
    });

    it('A page of members omits fields without a value', async () => {
      const { list } = await page({ max: 1000 });
      expect(list).toContainEqual({ externalId: 'u1', email: 'u1@example.com' });
      expect(list).toContainEqual({ externalId: 'u2' });
    });

    it('A page of members can be limited to one platform', async () => {
      const first = await page({ platform: IOS });
      const last = await page({ platform: IOS, ...first.next });
      expect([first.list.length, last.list.length]).toEqual([100, 25]);
      expect(last).not.toHaveProperty('next');
      expect([...first.list, ...last.list].every(({ externalId }) => Number(externalId?.slice(1)) % 2 === 0)).toBe(
        true,
      );
      expect(await page({ platform: ANDROID })).toEqual({ name: 'adults', list: [] });
    });

    it('The next page continues after the previous one when the segment is calculated again', async () => {
      const before = (await page({ max: 1000 })).list.map(({ externalId }) => externalId);
      const first = await page({});
      await database.db.affected("UPDATE users.app_user SET attrs = '{}' WHERE app_id = $1 AND vb < 512", [appId]);
      await makeDue(appId);
      await room.calculator.calculateDue(appId);
      const staying = (await page({ max: 1000 })).list.map(({ externalId }) => externalId);
      expect(staying.length).toBeLessThan(before.length);
      const rest = await page({ ...first.next, max: 1000 });
      const read = [first, rest].flatMap(({ list }) => list.map(({ externalId }) => externalId));
      expect(new Set(read).size).toBe(read.length);
      expect(read).toEqual(expect.arrayContaining(staying));
    });

    it.each([
      [true, [{ externalId: 'u0' }, { externalId: 'u1', email: 'u1@example.com' }, { email: 'u3@example.com' }]],
      [false, [{ externalId: 'u0' }, { externalId: 'u1' }]],
    ])(
      'With addresses %s, a page of members has no empty entries for members without an extId',
      async (addresses, entries) => {
        const id = await adults(`nameless-${addresses}`);
        await register(id, 0, 6);
        await database.db.affected(
          "UPDATE users.app_user SET ext_id = NULL WHERE app_id = $1 AND ext_id IN ('u2', 'u3', 'u4', 'u5')",
          [id],
        );
        await database.db.affected(
          "UPDATE users.app_user SET email = NULL WHERE app_id = $1 AND email = 'u5@example.com'",
          [id],
        );
        await makeDue(id);
        await room.calculator.calculateDue(id);
        expect(await count(id, 'adults')).toBe(6);
        const { list } = await room.segments.getPage(id, { segmentId: await idOf(id), addresses });
        expect(list).toHaveLength(entries.length);
        expect(list).toEqual(expect.arrayContaining(entries));
      },
    );

    it('A page of nameless members leads to the next page, where a named member is listed', async () => {
      const id = await adults('mostly-nameless');
      await register(id, 0, 250);
      const last = await database.db.row<{ uid: number }>(
        'SELECT max(u.uid) AS uid FROM users.app_user AS u WHERE u.app_id = $1',
        [id],
      );
      await database.db.affected('UPDATE users.app_user SET ext_id = NULL WHERE app_id = $1 AND uid < $2', [
        id,
        last?.uid ?? 0,
      ]);
      await makeDue(id);
      await room.calculator.calculateDue(id);
      const pages: number[] = [];
      let next: object | undefined = {};
      while (next) {
        const read = await room.segments.getPage(id, { segmentId: await idOf(id), addresses: false, ...next });
        pages.push(read.list.length);
        next = read.next;
      }
      expect(pages).toEqual([0, 0, 1]);
    });

    it('A page of members omits deleted users', async () => {
      const { list } = await page({ max: 1000 });
      await database.db.affected('DELETE FROM users.app_user WHERE app_id = $1 AND ext_id = $2', [
        appId,
        list[0]?.externalId,
      ]);
      expect((await page({ max: 1000 })).list).toEqual(list.slice(1));
    });
  });

  it.each<[string, object, string]>([
    ['no map', { segments: ['adults'] }, 'segments[0] should be a map'],
    ['no name', { segments: [{ target: { tag: 'a' } }] }, 'segments[0].name is required'],
    ['a long name', { segments: [{ name: 'x'.repeat(256), target: { tag: 'a' } }] }, 'segments[0].name'],
    ['a name twice', { segments: [ADULTS, ADULTS] }, 'segments[1].name: adults is listed twice'],
    ['no target', { segments: [{ name: 'a' }] }, 'segments[0].target: target is required'],
    ['an empty target', { segments: [{ name: 'a', target: {} }] }, "segments[0].target: Field 'target' is empty"],
    ['an unknown attribute', { segments: [{ name: 'a', target: { profile: { shoeSize: 1 } } }] }, 'shoeSize'],
    ['a wrong value', { segments: [{ name: 'a', target: { profile: { age: 'old' } } }] }, 'segments[0].target: Field'],
    ['a segment', { segments: [{ name: 'a', target: { segment: 'adults' } }] }, 'cannot be made of segments'],
    [
      'another type',
      { segments: [{ ...ADULTS, type: 'PREDICT_SEGMENT' }] },
      "a PREDICT_SEGMENT, and no other, has 'predict'",
    ],
    [
      'a misspelt form',
      { segments: [{ name: 'a', target: { tag: 'x', profiles: { age: 5 } } }] },
      'segments[0].target.profiles: unknown name, did you mean profile?',
    ],
    [
      'a form of other targets',
      { segments: [{ name: 'a', target: { sendToAll: true, platform: 'IOS' } }] },
      'segments[0].target.platform: unknown name; segments[0].target knows',
    ],
    [
      'a misspelt name inside a form',
      { segments: [{ name: 'a', target: { location: { latitude: 1, longitude: 1, radius: 1, unit: 'KM' } } }] },
      'segments[0].target.location.unit: unknown name; segments[0].target.location knows',
    ],
    [
      'a misspelt name inside a group of conditions',
      { segments: [{ name: 'a', target: { event: { name: 'OrderEvent', wihtin: null } } }] },
      'segments[0].target.event.wihtin: unknown name, did you mean within?',
    ],
    [
      'a form without a value',
      { segments: [{ name: 'a', target: { tag: 'x', profile: null } }] },
      'segments[0].target.profile has no value',
    ],
    [
      'a form that is false',
      { segments: [{ name: 'a', target: { tag: 'x', profile: false } }] },
      'segments[0].target.profile has no value',
    ],
    ['an unknown type', { segments: [{ ...ADULTS, type: 'OTHER' }] }, 'segments[0].type should be one of'],
  ])('A segment with %s is refused, and nothing is applied', async (_, file, text) => {
    await expect(apply('refused', { attributes: ATTRIBUTES, ...file })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(text) as string,
    });
    const row = await database.db.row("SELECT FROM tenancy.application AS a WHERE a.name = 'refused'");
    expect(row).toBeUndefined();
  });
});

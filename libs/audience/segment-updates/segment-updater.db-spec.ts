import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventsService } from '#libs/events';
import { AddressService, type InstallationCredentials, UserTagService } from '#libs/users/registry';
import { PreferenceService } from '#libs/users/preferences';
import { ClockService } from '#platform/runtime';
import type { Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { FeedReaderService, OutboxRepository } from '#platform/outbox';
import { instIdOf, openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { Dice } from '../../../test/support/rooms/dice.js';
import { Crash, crashingDatabase, type Fuse } from '../../../test/support/database/crashing-database.js';
import { ATTRIBUTES, isRemoving, NAMES, writeSomething } from '../../../test/support/rooms/random-history.js';
import { AudienceRepository } from '../sql-engine/audience.repository.js';
import { BehaviourRepository } from '../sql-engine/behaviour.repository.js';
import { IndexEvaluatorService } from '../bitmap-index/query/index-evaluator.service.js';
import { IndexReaderService } from '../bitmap-index/cache/index-reader.service.js';
import { ALL_BUCKETS } from '../sql-engine/ranges.js';
import { sampleSize } from '../../../test/support/rooms/sample-size.js';
import { parseTarget } from '../../../test/support/rooms/parse.js';
import { PredictorService } from '../prediction/predictor.service.js';
import { matches, type Person } from '../targets/target.js';
import { listMembersAfter } from '../segment-store/member-slices.js';
import { MemberCollectionService } from '../segments/member-collection.service.js';
import { SegmentCalculatorService } from '../segments/segment-calculator.service.js';
import { SegmentPublisherService } from '../segments/segment-publisher.service.js';
import { LeafMembersService } from '../segment-store/leaf-members.service.js';
import { SegmentRepository } from '../segment-store/segment.repository.js';
import { SegmentSliceRepository } from '../segment-store/segment-slice.repository.js';
import { FollowedSegmentRepository } from './followed-segment.repository.js';
import { MemberMatcherService } from './member-matcher.service.js';
import { SegmentUpdaterService } from './segment-updater.service.js';

/** `HISTORIES=2000 SEED=1 npx vitest run --project room libs/audience/segment-updates` */
const HISTORIES = Number(process.env['HISTORIES'] ?? sampleSize(3));
const SEED = Number(process.env['SEED'] ?? 1);
/** Histories that run at the same time, each in its own application. */
const TOGETHER = 6;
const STEPS = 12;
const DAY_MS = 24 * 3_600_000;

const RULES = {
  old: { profile: { age: [18, 30] } },
  silver: { profile: { plan: 'silver' }, tag: { $not: ['blue'] } },
  either: { profile: { $or: { plan: ['gold'], players: ['7', '23'] } } },
  reachable: { profile: { email: { $exists: true } } },
  ann: { profile: { email: 'a@example.com' } },
  red: { tag: ['red', 'later'] },
  all: { sendToAll: true },
  adult: { profile: { age: { $gte: 18, $lt: 31 }, plan: { $not: 'silver' } } },
  none: { profile: { $nor: [{ age: { $gt: 0 } }, { players: { $contains: '2' } }] } },
  apples: { profile: { platform: 'IOS' }, installation: { pushPermitted: { $not: false } } },
  recent: { profile: { lastSeen: { $after: '1d' } } },
  near: { location: { latitude: 41, longitude: 29, radius: 5 } },
  sharer: { event: { name: 'share', atLeast: 2, within: '30d' } },
  pushed: { reachable: 'IOS' },
  written: { reachable: ['EMAIL', 'WHATSAPP'] },
  silent: { reachable: { $not: ['ANDROID', 'EMAIL'] } },
  quiet: { event: { name: 'share', not: true }, profile: { age: { $exists: true } } },
};
const EVENTS = [{ code: 'share', eventName: 'share' }];
const segments = Object.entries(RULES).map(([name, target]) => ({ name, target }));

interface Life {
  appId: number;
  where: string;
}

describe('Segments after random histories', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;

  beforeAll(async () => {
    database = await freshDatabase({ pool: 4 * TOGETHER });
    room = await openAudienceRoom(database);
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  it(
    `Updated segments contain the members of their rules after each of ${HISTORIES} histories`,
    { timeout: 60_000 + HISTORIES * 10_000 },
    async () => {
      const seen = { some: 0, inPlace: 0, compared: 0, changes: 0 };
      for (let from = 0; from < HISTORIES; from += TOGETHER) {
        const seeds = Array.from({ length: Math.min(TOGETHER, HISTORIES - from) }, (_, i) => SEED * 100_000 + from + i);
        // One request changes rows of all applications, so the comparison waits for all histories.
        const lives = await Promise.all(seeds.map((seed) => live(seed)));
        for (const life of lives) {
          await compare(life, seen);
        }
      }
      expect(seen.some).toBeGreaterThan(seen.compared / 4);
      expect(seen.inPlace).toBeGreaterThan(seen.compared / 4);
      expect(seen.changes).toBeGreaterThan(seen.compared / 4);
    },
  );

  function createServices(db: Database): { updater: SegmentUpdaterService; calculator: SegmentCalculatorService } {
    const [audiences, behaviours] = [new AudienceRepository(db), new BehaviourRepository(db)];
    const [slices, logger] = [new SegmentSliceRepository(db), createLogger('test', 'silent')];
    const outbox = new OutboxRepository();
    const updater = new SegmentUpdaterService(
      outbox,
      new FeedReaderService(db, outbox),
      room.audience,
      new FollowedSegmentRepository(db),
      slices,
      new MemberMatcherService(audiences, behaviours, slices),
      new ClockService(),
      logger,
    );
    const collection = new MemberCollectionService(
      room.audience,
      audiences,
      room.get(LeafMembersService),
      room.get(PredictorService),
      room.get(IndexReaderService),
      room.get(IndexEvaluatorService),
      logger,
    );
    const segments = new SegmentRepository(db);
    const calculator = new SegmentCalculatorService(
      room.audience,
      collection,
      segments,
      slices,
      new SegmentPublisherService(db, segments, slices, updater),
      new ClockService(),
      logger,
    );
    return { updater, calculator };
  }

  async function live(seed: number): Promise<Life> {
    const dice = new Dice(seed);
    const definition = {
      app: `updates ${seed}`,
      attributes: ATTRIBUTES,
      events: EVENTS,
      categories: [{ name: 'news' }],
    };
    const appId = (await room.applying.apply({ ...definition, segments }, { dryRun: false })).app.id;
    const fuse: Fuse = { left: Infinity };
    const crashing = createServices(crashingDatabase(database.db, fuse));
    const steady = createServices(database.db);
    const devices: InstallationCredentials[] = [];
    for (let step = 0; step < STEPS; step++) {
      await write(appId, dice, devices);
      fuse.left = dice.isOneIn(4) ? dice.below(30) : Infinity;
      const works = [runOnce(appId, dice, crashing), ...(dice.isOneIn(3) ? [runOnce(appId, dice, steady)] : [])];
      if (dice.isOneIn(3)) {
        works.push(write(appId, dice, devices));
      }
      for (const ended of await Promise.allSettled(works)) {
        if (ended.status === 'rejected' && !(ended.reason instanceof Crash)) {
          throw ended.reason;
        }
      }
      fuse.left = Infinity;
    }
    return { appId, where: `seed ${seed}` };
  }

  async function write(appId: number, dice: Dice, devices: InstallationCredentials[]): Promise<void> {
    const device = dice.pick([...devices, undefined]);
    const action = dice.below(16);
    if (action < 4) {
      // A part of them happened in the past, inside and outside of the windows.
      const attributes = dice.isOneIn(2) ? { timestamp: Date.now() - dice.below(60) * DAY_MS } : {};
      await room.get(EventsService).fireEvents(appId, [{ extId: `u${dice.below(6)}`, name: 'share', attributes }]);
    } else if (device && action < 7) {
      const place = { latitude: dice.pick([41, 41.5]), longitude: 29 };
      await room.locations.setLocation(undefined, appId, instIdOf(device), place);
    } else if (action === 14) {
      await writeWhatsApp(appId, dice).catch(() => undefined);
    } else if (action === 15) {
      await room
        .get(UserTagService)
        .tagUsers(appId, { tag: 'later', extIds: ['u1', 'u2'] })
        .catch(() => undefined);
    } else {
      await writeSomething(room, appId, dice, devices);
    }
  }

  /** A number, or a refusal that is stored beside the user's row. */
  async function writeWhatsApp(appId: number, dice: Dice): Promise<void> {
    const [extId, deed] = [dice.pick(NAMES), dice.below(4)];
    if (deed === 0) {
      await room.get(PreferenceService).setOptIn(appId, 'wpNumber', dice.isOneIn(2), [extId]);
    } else if (deed === 1) {
      await room.get(AddressService).removeAddress(appId, 'wpNumber', { extId });
    } else {
      await room.get(AddressService).setAddress(appId, 'wpNumber', extId, `+90532123456${dice.below(10)}`);
    }
  }

  /** One run of the scheduler's work; a crash leaves its claims behind. */
  async function runOnce(
    appId: number,
    dice: Dice,
    { updater, calculator }: ReturnType<typeof createServices>,
  ): Promise<void> {
    if (dice.isOneIn(4)) {
      await database.db.affected('UPDATE audience.segment SET due_at = now(), lease_until = NULL WHERE app_id = $1', [
        appId,
      ]);
      await calculator.calculateDue(appId);
    } else {
      await updater.followFeed(appId);
    }
  }

  async function compare(
    { appId, where }: Life,
    seen: { some: number; inPlace: number; compared: number; changes: number },
  ): Promise<void> {
    const { updater, calculator } = createServices(database.db);
    // The feed does not report a value removed from all users: rules are checked at least every minute.
    await database.db.affected(
      "UPDATE audience.segment SET as_of = as_of - interval '1 minute' WHERE app_id = $1 AND position IS NOT NULL",
      [appId],
    );
    await updater.followFeed(appId);
    // Segments without a position are calculated; the others keep their updated members.
    await database.db.affected(
      'UPDATE audience.segment SET due_at = now(), lease_until = NULL WHERE app_id = $1 AND position IS NULL',
      [appId],
    );
    await calculator.calculateDue(appId);
    const people = await persons(appId);
    for (const { segmentId, name, version, userCount, revision } of await rows(appId)) {
      const label = `${where}: ${name}`;
      const tree = parseTarget(RULES[name], 'segment');
      const target = await room.audience.resolve(appId, tree);
      const stored = await database.db.tx((tx) =>
        new SegmentSliceRepository(database.db).findAll(tx, appId, segmentId, version),
      );
      const members = new Map(stored.map((slice) => [slice.platform, listMembersAfter(slice.members, -1, 0, slice.n)]));
      const among = await room.get(LeafMembersService).readMembers(appId, target, ALL_BUCKETS);
      const expected = await room.get(AudienceRepository).findMembers(appId, target, ALL_BUCKETS, among);
      for (const { platform, uids } of expected) {
        expect(members.get(platform) ?? [], `${label}, platform ${platform}`).toEqual(ascending(uids));
      }
      expect([...members.keys()].toSorted(), label).toEqual(
        expected
          .filter(({ uids }) => uids.length > 0)
          .map(({ platform }) => platform)
          .toSorted(),
      );
      const all = members.get(0) ?? [];
      if (!isRemoving(target)) {
        const plain = people.filter((person) => matches(target, person)).map(({ uid }) => uid);
        expect(all, label).toEqual(ascending(plain));
      }
      expect(userCount, label).toBe(all.length);
      expect(await room.audience.countTarget(appId, parseTarget({ segment: name }, 'bulk')), label).toBe(all.length);
      const followed = await followFeed(appId, segmentId, label);
      for (const [uid, isMember] of followed) {
        expect(all.includes(uid), `${label}, user ${uid} by the change feed`).toBe(isMember);
      }
      seen.changes += followed.size;
      seen.compared += 1;
      seen.some += all.length > 0 && all.length < people.length ? 1 : 0;
      seen.inPlace += revision > 0 ? 1 : 0;
    }
  }

  /** Follows the joins and leaves of a segment. @returns whether each user that had one is a member at the end */
  async function followFeed(appId: number, segmentId: number, label: string): Promise<Map<number, boolean>> {
    const changes = await database.db.rows<{ kind: string; uids: number[] }>(
      `SELECT o.kind, to_json(o.uids) AS uids FROM platform.outbox AS o
        WHERE o.app_id = $1 AND o.kind IN ('joined', 'left') AND o.keys = ARRAY[$2::integer] ORDER BY o.xid`,
      [appId, segmentId],
    );
    const members = new Map<number, boolean>();
    for (const { kind, uids } of changes) {
      for (const uid of uids) {
        expect(members.get(uid), `${label}, user ${uid} has ${kind} twice`).not.toBe(kind === 'joined');
        members.set(uid, kind === 'joined');
      }
    }
    return members;
  }

  async function rows(appId: number) {
    return database.db.rows<{
      segmentId: number;
      name: keyof typeof RULES;
      version: number;
      userCount: number;
      revision: number;
    }>(
      `SELECT s.segment_id AS "segmentId", s.name, s.current_version AS version, s.user_count AS "userCount", s.revision
       FROM audience.segment AS s WHERE s.app_id = $1`,
      [appId],
    );
  }

  /** Reads the rows with a simple statement. */
  async function persons(appId: number): Promise<(Person & { uid: number })[]> {
    return database.db.rows(
      `SELECT u.uid, u.ext_id AS "extId", u.email, u.msisdn, u.attrs, to_json(u.tags) AS "tagIds",
         '[]'::json AS "segmentIds", '[]'::json AS "instIds",
         (SELECT coalesce(json_agg(json_build_object('platform', i.platform::text, 'push_permitted', i.push_permitted::text)), '[]')
          FROM users.installation AS i WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid) AS devices,
         (SELECT coalesce(json_agg(json_build_object('latitude', l.latitude, 'longitude', l.longitude)), '[]')
          FROM users.installation_location AS l WHERE l.vb = u.vb AND l.app_id = u.app_id AND l.uid = u.uid) AS locations,
         json_build_object(
           'platforms', (SELECT coalesce(json_agg(i.platform), '[]') FROM users.installation AS i
             WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid AND i.token IS NOT NULL
               AND i.retired_at IS NULL AND i.push_permitted),
           'allows', json_build_object('email', u.email_opt_in, 'wpNumber', NOT EXISTS (
             SELECT FROM users.category_optout AS o
             WHERE o.vb = u.vb AND o.app_id = u.app_id AND o.uid = u.uid AND o.category_id < 0))) AS reach,
         u.attrs ->> '14' AS "wpNumber", u.attrs ->> '16' AS "whatsappId",
         (SELECT coalesce(json_agg(json_build_object('eventId', e.event_id, 'at', floor(extract(epoch FROM e.ts) * 1000),
                                                     'attrs', e.attrs)), '[]')
          FROM events.event AS e WHERE e.vb = u.vb AND e.app_id = u.app_id AND e.uid = u.uid) AS events
       FROM users.app_user AS u WHERE u.app_id = $1`,
      [appId],
    );
  }
});

function ascending(uids: readonly number[]): number[] {
  return uids.toSorted((a, b) => a - b);
}

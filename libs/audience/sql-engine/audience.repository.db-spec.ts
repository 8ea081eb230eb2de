import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketOf } from '#platform/ids';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import {
  ANDROID,
  CHROME,
  insertUsers,
  IOS,
  randomTarget,
  randomUsers,
  type RandomUser,
} from '../../../test/support/rooms/random-audience.js';
import { AudienceRepository } from './audience.repository.js';
import { ALL_BUCKETS, type RecipientGroup, type RecipientRange } from './ranges.js';
import { NO_LEAF_MEMBERS, Params, predicate } from './predicate.sql.js';
import { MAX_LIST_SIZE } from './member-set.js';
import { MemberCollector } from '../segment-store/member-slices.js';
import { LeafMembersService } from '../segment-store/leaf-members.service.js';
import { SegmentSliceRepository } from '../segment-store/segment-slice.repository.js';
import { matches, listMembershipLeaves, type ResolvedTarget } from '../targets/target.js';
import { sampleSize } from '../../../test/support/rooms/sample-size.js';

const APP = 7;
const OTHER_APP = 8;
const USERS = 2000;
const TARGETS = sampleSize(100);
/** Targets per statement: a statement for each would take too long. */
const TOGETHER = 50;

const users = randomUsers(APP, USERS, 11);
const target = randomTarget(APP, users);

/** The expected recipients, in plain code. */
function expectedRecipients(resolved: ResolvedTarget, range: RecipientRange): RecipientGroup[] {
  const inRange = users.filter(({ uid }) => uid % 1024 >= range.vbFrom && uid % 1024 < range.vbTo);
  const rows: { vb: number; platform: number; id: number }[] = [];
  for (const user of inRange) {
    const vb = user.uid % 1024;
    if (range.kind !== 'push') {
      const isMail = range.kind === 'email';
      const address = isMail ? user.email : user.msisdn;
      const isIn = range.includeOptedOut || (isMail ? user.emailOptIn : user.smsOptIn);
      if (address !== null && isIn && matches(resolved, user)) {
        rows.push({ vb, platform: isMail ? 11 : 12, id: user.uid });
      }
      continue;
    }
    const reachable = user.installations
      .filter(({ platform }) => range.platforms.includes(platform))
      .filter(({ token, retired, permitted }) => token !== null && !retired && (permitted || range.includeOptedOut))
      .filter(({ instId }) => matches(resolved, { ...user, instIds: [instId] }))
      .sort((a, b) => (b.activeAt ?? -1) - (a.activeAt ?? -1) || b.instId - a.instId);
    for (const { platform, instId } of range.lastActiveDevice ? reachable.slice(0, 1) : reachable) {
      rows.push({ vb, platform, id: instId });
    }
  }
  const groups = new Map<string, RecipientGroup>();
  for (const { vb, platform, id } of rows.sort((a, b) => a.vb - b.vb || a.platform - b.platform || a.id - b.id)) {
    const group = groups.get(`${vb} ${platform}`) ?? { vb, platform, ids: [] };
    group.ids.push(id);
    groups.set(`${vb} ${platform}`, group);
  }
  return [...groups.values()];
}

describe('SQL engine', () => {
  let database: FreshDatabase;
  let audiences: AudienceRepository;
  let members: LeafMembersService;
  let room: AudienceRoom;

  beforeAll(async () => {
    database = await freshDatabase({ pool: 1 });
    audiences = new AudienceRepository(database.db);
    room = await openAudienceRoom(database);
    const slices = room.get(SegmentSliceRepository);
    members = room.get(LeafMembersService);
    await insertUsers(database.db, APP, users);
    await insertUsers(database.db, OTHER_APP, users);
    for (const segmentId of [1, 2, 3, 4, 5]) {
      await database.db.tx((tx) => slices.replaceVersion(tx, APP, segmentId, 1, slicesOf(segmentId)));
    }
    await database.db.affected('ANALYZE');
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  function slicesOf(segmentId: number) {
    const collector = new MemberCollector();
    try {
      collector.add(
        0,
        users.filter(({ segmentIds }) => segmentIds.includes(segmentId)).map(({ uid }) => uid),
      );
      return collector.slices();
    } finally {
      collector.dispose();
    }
  }

  /** Users of each target, ascending, in one statement. */
  async function evaluate(targets: readonly ResolvedTarget[]): Promise<number[][]> {
    const params = new Params();
    const app = params.add(APP);
    const columns: string[] = [];
    for (const resolved of targets) {
      const statement = {
        params,
        app,
        scope: 'user',
        members: await members.readMembers(APP, resolved, ALL_BUCKETS),
      } as const;
      columns.push(`coalesce(json_agg(u.uid ORDER BY u.uid) FILTER (WHERE ${predicate(resolved, statement)}), '[]')`);
    }
    const row = await database.db.row<{ uids: number[][] }>(
      `SELECT json_build_array(${columns.join(', ')}) AS uids FROM users.app_user AS u WHERE u.app_id = ${app}`,
      params.values,
    );
    return row?.uids ?? [];
  }

  it(
    `The SQL engine finds the users of ${TARGETS} targets among ${USERS} like the plain evaluation`,
    { timeout: 120_000 },
    async () => {
      const targets = fc.sample(target, { seed: 21, numRuns: TARGETS });
      const ascending = users.toSorted((a, b) => a.uid - b.uid);
      const sizes: number[] = [];
      for (let from = 0; from < targets.length; from += TOGETHER) {
        const batch = targets.slice(from, from + TOGETHER);
        const answers = await evaluate(batch);
        for (const [index, resolved] of batch.entries()) {
          const expected = ascending.filter((user) => matches(resolved, user)).map(({ uid }) => uid);
          expect(answers[index], `seed 21, target ${from + index}: ${JSON.stringify(resolved)}`).toEqual(expected);
          sizes.push(expected.length);
        }
      }
      // Most targets match some users only, so that a wrong answer would show.
      expect(sizes.filter((size) => size > 0 && size < USERS).length).toBeGreaterThan(TARGETS / 2);
    },
  );

  it('The SQL engine counts like the plain evaluation', async () => {
    await fc.assert(
      fc.asyncProperty(target, async (resolved) => {
        const read = await members.readMembers(APP, resolved, ALL_BUCKETS);
        expect(await audiences.countUsers(APP, resolved, ALL_BUCKETS, read)).toBe(
          users.filter((user) => matches(resolved, user)).length,
        );
      }),
      { seed: 22, numRuns: 200 },
    );
  });

  it('The SQL engine finds the same recipients as the plain evaluation, in order', async () => {
    const range = fc.record({
      kind: fc.constantFrom<RecipientRange['kind']>('push', 'push', 'email', 'sms'),
      platforms: fc.subarray([IOS, ANDROID, CHROME], { minLength: 1 }),
      vbFrom: fc.integer({ min: 0, max: 400 }),
      vbTo: fc.integer({ min: 400, max: 1024 }),
      includeOptedOut: fc.boolean(),
      lastActiveDevice: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(target, range, async (resolved, requested) => {
        const read = await members.readMembers(APP, resolved, requested);
        const groups =
          requested.kind === 'push'
            ? await audiences.findInstallations(APP, resolved, requested, read)
            : await audiences.findUsers(APP, resolved, requested, read);
        expect(groups).toEqual(expectedRecipients(resolved, requested));
      }),
      { seed: 23, numRuns: 300 },
    );
  });

  it('The SQL engine finds segment members and their platforms', async () => {
    const plain = target.filter((candidate) => listMembershipLeaves(candidate).length === 0);
    await fc.assert(
      fc.asyncProperty(plain, fc.integer({ min: 1, max: 1023 }), async (resolved, vbTo) => {
        const groups = await audiences.findMembers(APP, resolved, { vbFrom: 0, vbTo }, NO_LEAF_MEMBERS);
        const meant = users.filter((user) => user.uid % 1024 < vbTo && matches(resolved, user));
        for (const platform of [0, IOS, ANDROID, CHROME]) {
          const expected = meant.filter(
            ({ installations }) =>
              platform === 0 || installations.some((installation) => installation.platform === platform),
          );
          const uids = groups.find((group) => group.platform === platform)?.uids ?? [];
          expect(new Set(uids)).toEqual(new Set(expected.map(({ uid }) => uid)));
        }
      }),
      { seed: 24, numRuns: 100 },
    );
  });

  it('The SQL engine receives the members of leaves both as lists and as bits', async () => {
    const kinds = new Set<string>();
    for (const resolved of fc.sample(target, { seed: 21, numRuns: 200 })) {
      for (const set of (await members.readMembers(APP, resolved, ALL_BUCKETS)).values()) {
        kinds.add(set.kind);
      }
    }
    expect([...kinds].sort()).toEqual(['bits', 'list']);
    expect(USERS).toBeGreaterThan(MAX_LIST_SIZE);
  });

  it('The SQL engine reads few users through indexes', async () => {
    const many = Array.from({ length: 20_000 }, (_, n): RandomUser => {
      const uid = 1024 * (1000 + n) + bucketOf(APP, `many-${n}`);
      const location = { latitude: -60 + (n % 1000) / 50, longitude: -170 + n / 1000 };
      return {
        extId: `many-${n}`,
        uid,
        email: `many-${n}@example.com`,
        msisdn: null,
        wpNumber: null,
        whatsappId: null,
        chatAddress: null,
        emailOptIn: true,
        smsOptIn: true,
        attrs: {},
        tagIds: [],
        segmentIds: [],
        instIds: [uid],
        locations: [location],
        installations: [
          {
            instId: uid,
            platform: IOS,
            token: 't',
            permitted: true,
            retired: false,
            activeAt: null,
            location,
            version: null,
          },
        ],
      };
    });
    await insertUsers(database.db, APP, many);
    await database.db.affected('ANALYZE users.app_user, users.installation, users.installation_location');
    const sample = many.slice(0, 5);
    const extIds = sample.flatMap(({ extId }) => extId ?? []);
    const uids = sample.map(({ uid }) => uid);
    const segment: ResolvedTarget = { type: 'segment', mode: 'any', segments: [{ segmentId: 99, version: 1 }] };
    const cases: ResolvedTarget[] = [
      { type: 'extIds', extIds, vbs: extIds.map((extId) => bucketOf(APP, extId)) },
      { type: 'installations', instIds: uids },
      { type: 'uids', uids },
      { type: 'address', column: 'email', values: sample.flatMap(({ email }) => email ?? []), uids },
      { type: 'location', latitude: -59.96, longitude: -169.998, radius: 5 },
      segment,
    ];
    for (const few of cases) {
      const before = await tuplesScanned(database);
      const range: RecipientRange = { kind: 'push', platforms: [IOS], vbFrom: 0, vbTo: 1024 };
      const read = few === segment ? new Map([[segment, { kind: 'list', uids } as const]]) : NO_LEAF_MEMBERS;
      const groups = await audiences.findInstallations(APP, few, range, read);
      expect(groups.flatMap(({ ids }) => ids).length, few.type).toBe(5);
      expect((await tuplesScanned(database)) - before, few.type).toBeLessThan(1000);
    }
  });
});

/** Rows read by statements so far, by scan or by index. */
async function tuplesScanned({ db }: FreshDatabase): Promise<number> {
  await db.rows('SELECT pg_stat_force_next_flush()');
  const row = await db.row<{ scanned: number }>(
    `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint AS scanned FROM pg_stat_user_tables
     WHERE schemaname = 'users'`,
  );
  return row?.scanned ?? 0;
}

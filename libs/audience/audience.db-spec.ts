import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketOf } from '#platform/ids';
import { freshDatabase, type FreshDatabase } from '../../test/support/database.js';
import { AudienceRepository } from './audience.repository.js';
import type { RecipientGroup, RecipientRange } from './audience.types.js';
import { matches, type Person, type ResolvedTarget, type TargetValue } from './target.js';

const APP = 7;
const OTHER_APP = 8;
const IOS = 1;
const ANDROID = 2;
const CHROME = 4;

interface Installation {
  instId: number;
  platform: number;
  token: string | null;
  permitted: boolean;
  retired: boolean;
  activeAt: number | null;
}
interface User extends Person {
  uid: number;
  emailOptIn: boolean;
  smsOptIn: boolean;
  installations: Installation[];
}

/** Values that look alike across types and notations. */
const VALUES: TargetValue[] = ['a', 'b', 'A', '1', '', 'true', '"', "'; --", '{', 1, 2, 1.5, 0, -1, true, false, 1e15];
const value = fc.constantFrom(...VALUES);
const attrs = fc.dictionary(
  fc.constantFrom('1', '2', '1000', '1001'),
  fc.oneof(value, fc.array(value, { maxLength: 3 })),
);
const userArbitrary = fc.record({
  named: fc.boolean(),
  email: fc.constantFrom(null, 'a@example.com', 'b@example.com'),
  msisdn: fc.constantFrom(null, '+905321234567'),
  emailOptIn: fc.boolean(),
  smsOptIn: fc.boolean(),
  attrs,
  tagIds: fc.subarray([1, 2, 3]),
  installations: fc.array(
    fc.record({
      platform: fc.constantFrom(IOS, ANDROID, CHROME),
      token: fc.constantFrom(null, 'token', 'token'),
      permitted: fc.boolean(),
      retired: fc.boolean(),
      activeAt: fc.option(fc.integer({ min: 0, max: 4 })),
    }),
    { maxLength: 3 },
  ),
});

/** Every seventh installation moved here from another user's bucket, as identify does. */
const MOVED_EVERY = 7;

function makeUsers(count: number): User[] {
  const next = new Map<number, number>();
  const take = (vb: number): number => {
    const n = next.get(vb) ?? 0;
    next.set(vb, n + 1);
    return n * 1024 + vb;
  };
  let made = 0;
  return fc.sample(userArbitrary, { seed: 11, numRuns: count }).map((raw, index) => {
    const extId = raw.named ? `user-${index}` : null;
    const vb = bucketOf(APP, extId ?? `installation-${index}`);
    const uid = take(vb);
    const installations = raw.installations.map((installation) => ({
      ...installation,
      instId: take(++made % MOVED_EVERY === 0 ? (vb + 13) % 1024 : vb),
    }));
    return { ...raw, extId, uid, installations, instIds: installations.map(({ instId }) => instId) };
  });
}

async function insertUsers({ db }: FreshDatabase, app: number, users: readonly User[]): Promise<void> {
  await db.affected(
    `INSERT INTO users.app_user (vb, app_id, uid, ext_id, email, msisdn, email_opt_in, sms_opt_in, attrs, tags)
     SELECT u.uid % 1024, $1, u.uid, u."extId", u.email, u.msisdn, u."emailOptIn", u."smsOptIn", u.attrs,
            ARRAY(SELECT jsonb_array_elements_text(u."tagIds")::integer)
     FROM jsonb_to_recordset($2::jsonb) AS u (uid bigint, "extId" text, email text, msisdn text, "emailOptIn" boolean,
       "smsOptIn" boolean, attrs jsonb, "tagIds" jsonb)`,
    [app, JSON.stringify(users)],
  );
  const rows = users.flatMap(({ uid, installations }) =>
    installations.map((installation) => ({ uid, ...installation })),
  );
  await db.affected(
    `INSERT INTO users.installation
       (vb, app_id, uid, inst_id, platform, token, push_permitted, retired_at, last_active_at)
     SELECT i.uid % 1024, $1, i.uid, i."instId", i.platform, i.token, i.permitted,
            CASE WHEN i.retired THEN now() END, to_timestamp(i."activeAt")
     FROM jsonb_to_recordset($2::jsonb) AS i (uid bigint, "instId" bigint, platform smallint, token text,
       permitted boolean, retired boolean, "activeAt" double precision)`,
    [app, JSON.stringify(rows)],
  );
  const moved = rows.filter(({ uid, instId }) => uid % 1024 !== instId % 1024);
  await db.affected(
    `INSERT INTO users.installation_home (vb, app_id, inst_id, uid)
     SELECT i."instId" % 1024, $1, i."instId", i.uid
     FROM jsonb_to_recordset($2::jsonb) AS i (uid bigint, "instId" bigint)`,
    [app, JSON.stringify(moved)],
  );
}

const users = makeUsers(250);
const leaf = fc.oneof<fc.Arbitrary<ResolvedTarget>[]>(
  fc.constantFrom<ResolvedTarget>({ type: 'all' }, { type: 'never' }),
  fc.record({
    type: fc.constant('tag'),
    mode: fc.constantFrom('any', 'all', 'none'),
    tagIds: fc.subarray([1, 2, 3, 4]),
  }),
  fc.record({
    type: fc.constant('attribute'),
    attrId: fc.constantFrom(1, 2, 1000, 9999),
    values: fc.array(value, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('attributeExists'), attrId: fc.constantFrom(1, 1001, 9999), exists: fc.boolean() }),
  fc.record({
    type: fc.constant('address'),
    column: fc.constantFrom('email', 'msisdn'),
    values: fc.subarray(['a@example.com', '+905321234567'], { minLength: 1 }),
  }),
  fc.record({ type: fc.constant('addressExists'), column: fc.constantFrom('email', 'msisdn'), exists: fc.boolean() }),
  fc.subarray([...users.flatMap(({ extId }) => extId ?? []), 'nobody'], { maxLength: 20 }).map((extIds) => ({
    type: 'extIds',
    extIds,
    vbs: extIds.map((extId) => bucketOf(APP, extId)),
  })),
  fc.subarray([...users.flatMap(({ instIds }) => instIds), 4_000_000_000], { maxLength: 20 }).map((instIds) => ({
    type: 'installations',
    instIds,
  })),
);
const target = fc.letrec<{ tree: ResolvedTarget }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({
      type: fc.constantFrom('and', 'or'),
      of: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    }),
  ),
})).tree;

/** What recipients should be, in plain code. */
function expectedRecipients(wanted: ResolvedTarget, range: RecipientRange): RecipientGroup[] {
  const inRange = users.filter(({ uid }) => uid % 1024 >= range.vbFrom && uid % 1024 < range.vbTo);
  const found: { vb: number; platform: number; id: number }[] = [];
  for (const user of inRange) {
    const vb = user.uid % 1024;
    if (range.kind !== 'push') {
      const isMail = range.kind === 'email';
      const address = isMail ? user.email : user.msisdn;
      if (address !== null && (isMail ? user.emailOptIn : user.smsOptIn) && matches(wanted, user)) {
        found.push({ vb, platform: isMail ? 11 : 12, id: user.uid });
      }
      continue;
    }
    const reachable = user.installations
      .filter(({ platform }) => range.platforms.includes(platform))
      .filter(({ token, retired, permitted }) => token !== null && !retired && (permitted || range.includeOptedOut))
      .filter(({ instId }) => matches(wanted, { ...user, instIds: [instId] }))
      .sort((a, b) => (b.activeAt ?? -1) - (a.activeAt ?? -1) || b.instId - a.instId);
    for (const { platform, instId } of range.lastActiveDevice ? reachable.slice(0, 1) : reachable) {
      found.push({ vb, platform, id: instId });
    }
  }
  const groups = new Map<string, RecipientGroup>();
  for (const { vb, platform, id } of found.sort((a, b) => a.vb - b.vb || a.platform - b.platform || a.id - b.id)) {
    const group = groups.get(`${vb} ${platform}`) ?? { vb, platform, ids: [] };
    group.ids.push(id);
    groups.set(`${vb} ${platform}`, group);
  }
  return [...groups.values()];
}

describe('the SQL engine', () => {
  let database: FreshDatabase;
  let audiences: AudienceRepository;

  beforeAll(async () => {
    database = await freshDatabase({ pool: 1 });
    audiences = new AudienceRepository(database.db);
    await insertUsers(database, APP, users);
    await insertUsers(database, OTHER_APP, users);
  });
  afterAll(() => database.close());

  it('counts as the plain evaluation does', async () => {
    await fc.assert(
      fc.asyncProperty(target, async (wanted) => {
        expect(await audiences.count(APP, wanted)).toBe(users.filter((user) => matches(wanted, user)).length);
      }),
      { seed: 21, numRuns: 400 },
    );
  });

  it('finds the recipients that the plain evaluation finds, in order', async () => {
    const range = fc.record({
      kind: fc.constantFrom<RecipientRange['kind']>('push', 'push', 'email', 'sms'),
      platforms: fc.subarray([IOS, ANDROID, CHROME], { minLength: 1 }),
      vbFrom: fc.integer({ min: 0, max: 400 }),
      vbTo: fc.integer({ min: 400, max: 1024 }),
      includeOptedOut: fc.boolean(),
      lastActiveDevice: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(target, range, async (wanted, asked) => {
        const found =
          asked.kind === 'push'
            ? await audiences.findInstallations(APP, wanted, asked)
            : await audiences.findUsers(APP, wanted, asked);
        expect(found).toEqual(expectedRecipients(wanted, asked));
      }),
      { seed: 22, numRuns: 300 },
    );
  });

  it('a sample that would show a wrong answer: no target matches everyone or nobody by accident', () => {
    const sizes = fc
      .sample(target, { seed: 21, numRuns: 400 })
      .map((wanted) => users.filter((user) => matches(wanted, user)).length);
    expect(sizes.filter((size) => size > 0 && size < users.length).length).toBeGreaterThan(200);
  });

  it('goes to few users through indexes, not through all', async () => {
    const many: User[] = Array.from({ length: 20_000 }, (_, n) => ({
      extId: `many-${n}`,
      uid: 1024 * (1000 + n) + bucketOf(APP, `many-${n}`),
      email: null,
      msisdn: null,
      emailOptIn: true,
      smsOptIn: true,
      attrs: {},
      tagIds: [],
      instIds: [],
      installations: [],
    }));
    for (const user of many) {
      const instId = user.uid;
      user.installations.push({ instId, platform: IOS, token: 't', permitted: true, retired: false, activeAt: null });
    }
    await insertUsers(database, APP, many);
    await database.db.affected('ANALYZE users.app_user, users.installation');
    const some = many.slice(0, 5);
    const extIds = some.flatMap(({ extId }) => extId ?? []);
    const wanted: ResolvedTarget[] = [
      { type: 'extIds', extIds, vbs: extIds.map((extId) => bucketOf(APP, extId)) },
      { type: 'installations', instIds: some.map(({ uid }) => uid) },
    ];
    for (const few of wanted) {
      const before = await tuplesScanned(database);
      const range: RecipientRange = { kind: 'push', platforms: [IOS], vbFrom: 0, vbTo: 1024 };
      const found = await audiences.findInstallations(APP, few, range);
      expect(found.flatMap(({ ids }) => ids)).toHaveLength(5);
      expect((await tuplesScanned(database)) - before).toBeLessThan(1000);
    }
  });
});

/** Rows that statements have read so far, by scan or by index. */
async function tuplesScanned({ db }: FreshDatabase): Promise<number> {
  await db.rows('SELECT pg_stat_force_next_flush()');
  const row = await db.row<{ scanned: number }>(
    `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint AS scanned FROM pg_stat_user_tables
     WHERE schemaname = 'users'`,
  );
  return row?.scanned ?? 0;
}

import fc from 'fast-check';
import type { Person, ResolvedTarget } from '#libs/audience';
import { roundDegrees } from '#libs/users/devices';
import type { Database } from '#platform/db';
import { bucketOf } from '#platform/ids';

/** Platform numbers. */
export const IOS = 1;
export const ANDROID = 2;
export const CHROME = 4;
const EMAIL = 11;
const SMS = 12;
const CHAT = 15;
/** The attribute that holds the address of a chat. */
const CHAT_ATTRIBUTE = 15;

export interface RandomInstallation {
  instId: number;
  platform: number;
  token: string | null;
  permitted: boolean;
  retired: boolean;
  activeAt: number | null;
  location: Person['locations'][number] | null;
  version: string | null;
}

export interface RandomUser extends Person {
  uid: number;
  emailOptIn: boolean;
  smsOptIn: boolean;
  installations: RandomInstallation[];
}

/** Values that look alike across types and notations. */
const VALUES = ['a', 'b', 'A', '1', '', 'true', '"', "'; --", '{', 1, 2, 1.5, 0, -1, true, false, 1e15];
/** A day at midnight in UTC and in two zones, beside a moment of the day before. */
const DAY = 20_786;
const INSTANTS = [0, -10_800_000, 18_000_000, -10_799_999].map((ms) => DAY * 86_400_000 + ms);
const value = fc.constantFrom(...VALUES, ...INSTANTS);

/** Versions of apps: with more and fewer parts, words and leading zeros. */
const VERSIONS = [
  '2',
  '2.0',
  '2.1',
  '2.10',
  '02.1',
  '10.0.0',
  '2.1-beta',
  'beta',
  '1.2.3.4.5.6.7',
  '1.2.3.4.5.6.8',
  '',
];
const DEVICE_COLUMNS = ['platform', 'push_permitted', 'app_version', 'language'];

/** Around a city, on both sides of the 180th meridian, at the poles, and anywhere. */
const point = fc
  .oneof(
    fc.record({ latitude: fc.double({ min: 40.9, max: 41.1 }), longitude: fc.double({ min: 28.9, max: 29.1 }) }),
    fc.record({
      latitude: fc.double({ min: -1, max: 1 }),
      longitude: fc.constantFrom(179.9, 180, -180, -179.9, 179.5, -179.5),
    }),
    fc.record({ latitude: fc.constantFrom(89.9, 90, -90, -89.9), longitude: fc.double({ min: -180, max: 180 }) }),
    fc.record({ latitude: fc.double({ min: -90, max: 90 }), longitude: fc.double({ min: -180, max: 180 }) }),
  )
  .filter(({ latitude, longitude }) => !Number.isNaN(latitude) && !Number.isNaN(longitude))
  .map(({ latitude, longitude }) => ({ latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) }));

const EMAILS = ['a@example.com', 'A@example.com', 'b@example.com'];
const MSISDN = '+905321234567';

const rawUser = fc.record({
  named: fc.boolean(),
  email: fc.constantFrom(null, ...EMAILS),
  msisdn: fc.constantFrom(null, MSISDN),
  emailOptIn: fc.boolean(),
  smsOptIn: fc.boolean(),
  attrs: fc
    .tuple(
      fc.dictionary(fc.constantFrom('1', '2'), value),
      fc.dictionary(fc.constantFrom('1000', '1001'), fc.array(value, { maxLength: 3 })),
    )
    .map(([scalars, arrays]) => ({ ...scalars, ...arrays })),
  tagIds: fc.subarray([1, 2, 3]),
  topics: fc.uniqueArray(
    fc.record({ categoryId: fc.constantFrom(1, 2, 3), channel: fc.constantFrom(0, 1, 2, 3, 4, 7), isOn: fc.boolean() }),
    { maxLength: 6, selector: ({ categoryId, channel }) => `${categoryId} ${channel}` },
  ),
  chatAddress: fc.constantFrom(null, null, 'telegram:12345', 'slack:U012ABCDEF'),
  installations: fc.array(
    fc.record({
      platform: fc.constantFrom(IOS, ANDROID, CHROME),
      token: fc.constantFrom(null, 'token', 'token'),
      permitted: fc.boolean(),
      retired: fc.boolean(),
      activeAt: fc.option(fc.integer({ min: 0, max: 4 })),
      location: fc.option(point),
      version: fc.constantFrom(null, ...VERSIONS),
    }),
    { maxLength: 3 },
  ),
  draw: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** Segments by their share of the users: none, a few, many, all. */
const SHARES = new Map([
  [1, 0],
  [2, 0.02],
  [3, 0.4],
  [4, 0.7],
  [5, 1.1],
]);

/** Every seventh installation moved here from another user's bucket, as identify does. */
const MOVED_EVERY = 7;

/** Draws users; one seed gives one list. */
export function randomUsers(appId: number, count: number, seed: number): RandomUser[] {
  const next = new Map<number, number>();
  const take = (vb: number): number => {
    const n = next.get(vb) ?? 0;
    next.set(vb, n + 1);
    return n * 1024 + vb;
  };
  let created = 0;
  return fc.sample(rawUser, { seed, numRuns: count }).map(({ draw, ...raw }, index) => {
    const extId = raw.named ? `user-${index}` : null;
    const vb = bucketOf(appId, extId ?? `installation-${index}`);
    const uid = take(vb);
    const installations = raw.installations.map((installation) => ({
      ...installation,
      instId: take(++created % MOVED_EVERY === 0 ? (vb + 13) % 1024 : vb),
    }));
    return {
      ...raw,
      attrs: { ...raw.attrs, ...(raw.chatAddress !== null && { [CHAT_ATTRIBUTE]: raw.chatAddress }) },
      extId,
      uid,
      wpNumber: null,
      whatsappId: null,
      installations,
      instIds: installations.map(({ instId }) => instId),
      devices: installations.map(({ platform, permitted, version }) => ({
        platform: String(platform),
        push_permitted: String(permitted),
        app_version: version,
        language: null,
      })),
      locations: installations.flatMap(({ location }) => location ?? []),
      reach: {
        platforms: installations.flatMap(({ platform, token, retired, permitted }) =>
          token !== null && !retired && permitted ? [platform] : [],
        ),
        allows: { email: raw.emailOptIn, msisdn: raw.smsOptIn, wpNumber: true, whatsappId: true, chatAddress: true },
        topics: raw.topics,
      },
      segmentIds: [...SHARES].filter(([id, share]) => (draw * (id + 1)) % 1 < share).map(([id]) => id),
    };
  });
}

interface Bound<T> {
  at: T;
  isInside: boolean;
}

type WithoutColumn<L> = L extends { column: string } ? Omit<L, 'type' | 'column'> : never;
type DeviceTest = WithoutColumn<Extract<ResolvedTarget, { type: 'device' }>>;

function bounds<T>(end: fc.Arbitrary<T>): fc.Arbitrary<{ least: Bound<T> | null; most: Bound<T> | null }> {
  const bound = fc.option(fc.record({ at: end, isInside: fc.boolean() }), { freq: 3 });
  return fc.record({ least: bound, most: bound });
}

const deviceTest: fc.Arbitrary<DeviceTest> = fc.oneof<fc.Arbitrary<DeviceTest>[]>(
  fc.record({
    test: fc.constant('values'),
    values: fc.subarray([String(IOS), String(CHROME), 'true', '2.1', 'beta', 'none']),
  }),
  fc.record({ test: fc.constant('exists'), exists: fc.boolean() }),
  fc.record({ test: fc.constant('contains'), texts: fc.subarray(['1', '.', 'b', 'zz'], { minLength: 1 }) }),
  bounds(fc.constantFrom('2', '2.0.1', '2.1', '2.10', '10', '0')).map((ends) => ({ test: 'versions', ...ends })),
);

/** Any target over such users; of every kind that a resolved one can have. */
export function randomTarget(appId: number, users: readonly RandomUser[]): fc.Arbitrary<ResolvedTarget> {
  const address = (column: 'email' | 'msisdn', values: string[]): ResolvedTarget => ({
    type: 'address',
    column,
    values,
    uids: users.filter((user) => values.includes(user[column] ?? '')).map(({ uid }) => uid),
  });
  const mode = fc.constantFrom('any' as const, 'all' as const, 'none' as const);
  // Long lists are looked up in another way than short ones.
  const tagIds = fc.oneof(
    { arbitrary: fc.subarray([1, 2, 3, 4]), weight: 4 },
    fc.subarray([2, 3]).map((subset) => [...subset, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
  );
  const leaf = fc.oneof<fc.Arbitrary<ResolvedTarget>[]>(
    fc.constantFrom<ResolvedTarget>({ type: 'all' }, { type: 'never' }),
    fc.record({ type: fc.constant('tag'), mode, tagIds }),
    fc.record({
      type: fc.constant('segment'),
      mode,
      segments: fc
        .subarray([...SHARES.keys()], { minLength: 1, maxLength: 3 })
        .map((ids) => ids.map((segmentId) => ({ segmentId, version: 1 }))),
    }),
    fc
      .tuple(
        fc.constantFrom(1, 2, 1000, 9999),
        fc.oneof(
          { arbitrary: fc.array(value, { minLength: 1, maxLength: 3 }), weight: 4 },
          fc.array(value, { minLength: 9, maxLength: 12 }),
        ),
      )
      .map(([attrId, values]) => ({ type: 'attribute', attrId, array: attrId === 1000, values })),
    fc.record({ type: fc.constant('attributeExists'), attrId: fc.constantFrom(1, 1001, 9999), exists: fc.boolean() }),
    fc
      .tuple(fc.constantFrom(1, 2, 1000, 9999), bounds(fc.constantFrom(-1, -0.5, 0, 1, 1.25, 1.5, 2, 1e15, 1e300)))
      .map(([attrId, ends]) => ({ type: 'range', attrId, array: attrId === 1000, ...ends })),
    fc
      .tuple(
        fc.constantFrom(1, 2, 1000, 9999),
        fc.subarray(
          [
            { from: null, to: -2 },
            { from: 0, to: 0 },
            { from: DAY, to: DAY },
            { from: DAY + 2, to: null },
          ],
          { minLength: 1 },
        ),
      )
      .map(([attrId, ranges]) => ({ type: 'days', attrId, array: attrId === 1000, ranges })),
    fc
      .tuple(fc.constantFrom(1, 2, 1000, 9999), fc.subarray(['a', 'A', '1', 'tr', "'; --", '{', 'x'], { minLength: 1 }))
      .map(([attrId, texts]) => ({ type: 'contains', attrId, array: attrId === 1000, texts })),
    fc
      .tuple(fc.constantFrom(...DEVICE_COLUMNS), deviceTest)
      .map(([column, test]) => ({ type: 'device', column, ...test })),
    fc.subarray([...EMAILS, 'nobody@example.com'], { minLength: 1 }).map((values) => address('email', values)),
    fc.constant(address('msisdn', [MSISDN])),
    fc.subarray([IOS, ANDROID, CHROME]).map((platforms) => ({ type: 'takesPush', platforms })),
    fc.record({ type: fc.constant('takesMessages'), column: fc.constantFrom('email', 'msisdn') }),
    fc
      .record({
        type: fc.constant('refusesCategory'),
        categoryIds: fc.subarray([1, 2, 3]),
        defaultOff: fc.subarray([1, 2, 3]),
        platform: fc.constantFrom(IOS, CHROME, EMAIL, SMS, CHAT),
      })
      .map(({ defaultOff, ...leaf }) => ({
        ...leaf,
        defaultOff: defaultOff.filter((categoryId) => leaf.categoryIds.includes(categoryId)),
      })),
    fc.record({ type: fc.constant('addressExists'), column: fc.constantFrom('email', 'msisdn'), exists: fc.boolean() }),
    fc
      .tuple(point, fc.constantFrom(0, 0.1, 2, 10, 50, 1000, 9000, 20_040))
      .map(([place, radius]) => ({ type: 'location', ...place, radius })),
    fc.subarray([...users.flatMap(({ extId }) => extId ?? []), 'nobody'], { maxLength: 20 }).map((extIds) => ({
      type: 'extIds',
      extIds,
      vbs: extIds.map((extId) => bucketOf(appId, extId)),
    })),
    fc
      .subarray([...users.flatMap(({ instIds }) => instIds), 4_000_000_000], { maxLength: 20 })
      .map((instIds) => ({ type: 'installations', instIds })),
    fc
      .subarray([...users.map(({ uid }) => uid), 4_000_000_000], { maxLength: 20 })
      .map((uids) => ({ type: 'uids', uids })),
  );
  return fc.letrec<{ tree: ResolvedTarget }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.record({
        type: fc.constantFrom('and', 'or', 'not'),
        of: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
      }),
    ),
  })).tree;
}

/** Users as their rows would be, with installations and places, but for segments and look-ups. */
export async function insertUsers(db: Database, app: number, users: readonly RandomUser[]): Promise<void> {
  await db.affected(
    `INSERT INTO users.app_user (vb, app_id, uid, ext_id, email, msisdn, email_opt_in, sms_opt_in, attrs, tags)
     SELECT u.uid % 1024, $1, u.uid, u."extId", u.email, u.msisdn, u."emailOptIn", u."smsOptIn",
            u.attrs,
            ARRAY(SELECT jsonb_array_elements_text(u."tagIds")::integer)
     FROM jsonb_to_recordset($2::jsonb) AS u (uid bigint, "extId" text, email text, msisdn text, "emailOptIn" boolean,
       "smsOptIn" boolean, attrs jsonb, "tagIds" jsonb)`,
    [app, JSON.stringify(users)],
  );
  const choices = users.flatMap(({ uid, reach }) => (reach?.topics ?? []).map((choice) => ({ uid, ...choice })));
  const isRefusal = ({ channel, isOn }: (typeof choices)[number]): boolean => channel === 0 && !isOn;
  await db.affected(
    `INSERT INTO users.category_optout (vb, app_id, uid, category_id)
     SELECT c.uid % 1024, $1, c.uid, c."categoryId"
     FROM jsonb_to_recordset($2::jsonb) AS c (uid bigint, "categoryId" integer)`,
    [app, JSON.stringify(choices.filter(isRefusal))],
  );
  await db.affected(
    `INSERT INTO users.topic_choice (vb, app_id, uid, category_id, channel, state)
     SELECT c.uid % 1024, $1, c.uid, c."categoryId", c.channel, CASE WHEN c."isOn" THEN 1 ELSE 3 END
     FROM jsonb_to_recordset($2::jsonb) AS c (uid bigint, "categoryId" integer, channel smallint, "isOn" boolean)`,
    [app, JSON.stringify(choices.filter((choice) => !isRefusal(choice)))],
  );
  const rows = users.flatMap(({ uid, installations }) =>
    installations.map((installation) => ({ uid, ...installation, ...installation.location })),
  );
  await db.affected(
    `INSERT INTO users.installation
       (vb, app_id, uid, inst_id, platform, token, push_permitted, retired_at, last_active_at, app_version)
     SELECT i.uid % 1024, $1, i.uid, i."instId", i.platform, i.token, i.permitted,
            CASE WHEN i.retired THEN now() END, to_timestamp(i."activeAt"), i.version
     FROM jsonb_to_recordset($2::jsonb) AS i (uid bigint, "instId" bigint, platform smallint, token text,
       permitted boolean, retired boolean, "activeAt" double precision, version text)`,
    [app, JSON.stringify(rows)],
  );
  await db.affected(
    `INSERT INTO users.installation_location (vb, app_id, uid, inst_id, latitude, longitude)
     SELECT i.uid % 1024, $1, i.uid, i."instId", i.latitude, i.longitude
     FROM jsonb_to_recordset($2::jsonb) AS i (uid bigint, "instId" bigint, latitude double precision, longitude double precision)`,
    [app, JSON.stringify(rows.filter(({ location }) => location !== null))],
  );
  const moved = rows.filter(({ uid, instId }) => uid % 1024 !== instId % 1024);
  await db.affected(
    `INSERT INTO users.installation_home (vb, app_id, inst_id, uid)
     SELECT i."instId" % 1024, $1, i."instId", i.uid
     FROM jsonb_to_recordset($2::jsonb) AS i (uid bigint, "instId" bigint)`,
    [app, JSON.stringify(moved)],
  );
}

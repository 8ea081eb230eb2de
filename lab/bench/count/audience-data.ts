import pg from 'pg';
import type { AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { PLATFORMS } from '#libs/content';
import type { Database } from '#platform/db';
import { ensurePastDays } from '#platform/partitions';

/** Users for benchmarks of counts and segments: 12 attributes, 0 to 6 of 500 tags and 1.4 installations each. */
const STRINGS = ['plan', 'sex', 'district', 'channel', 'street', 'campaign', 'note'];
export const ATTRIBUTES = [
  ...STRINGS.map((code) => ({ code, dataType: 'STRING' })),
  { code: 'town', dataType: 'STRING' },
  { code: 'age', dataType: 'INT' },
  { code: 'spent', dataType: 'DOUBLE' },
  { code: 'player', dataType: 'STRING', array: true },
  { code: 'vip', dataType: 'BOOLEAN' },
];
export const SEGMENTS = [
  { name: 'gold', target: { profile: { plan: 'gold' } } },
  { name: 'few', target: { profile: { plan: 'rare' } } },
];
const CITY = { latitude: 41, longitude: 29 };
const profile = (attributes: object) => ({ profile: attributes });
const towns = (count: number) => Array.from({ length: count }, (_, i) => `town-${i}`);

/** The list of the data model's measurements; each gives a number to compare. */
export const TARGETS: Record<string, object> = {
  all: { sendToAll: true },
  value_30_percent: profile({ plan: 'gold' }),
  value_3_percent: profile({ plan: 'silver' }),
  value_0_03_percent: profile({ plan: 'rare' }),
  and_3_broad: profile({ plan: 'gold', sex: 'f', vip: true }),
  and_3_narrow: profile({ plan: 'silver', sex: 'f', age: 40 }),
  or_10000: profile({ town: towns(10_000) }),
  tags_or_10000: { tag: Array.from({ length: 10_000 }, (_, i) => `tag-${i}`) },
  or_10: profile({ town: towns(10) }),
  exists_true: profile({ sex: { $exists: true } }),
  exists_false: profile({ sex: { $exists: false } }),
  not_2_tags: { tag: { $not: ['tag-1', 'tag-2'] } },
  tags_or_2: { tag: ['tag-1', 'tag-2'] },
  tags_and_2: { tag: { $and: ['tag-1', 'tag-2'] } },
  array_any_3: profile({ player: ['7', '15', '23'] }),
  location_2_km: { location: { ...CITY, radius: 2 } },
  location_50_km: { location: { ...CITY, radius: 50 } },
  segment_30_percent: { segment: 'gold' },
  segment_not: { segment: { $not: ['gold'] } },
  segment_few: { segment: 'few' },
  address: profile({ email: ['USER-2048@example.com', 'user-2049@example.com'] }),
};

export const BATCHES: Record<string, Parameters<AudienceRoom['counts']['countBatch']>[1]> = {
  range_1_bucket: { groupBy: { profile: 'spent', buckets: [[100, 112]] } },
  buckets_4: {
    groupBy: {
      profile: 'age',
      buckets: [
        [18, 30],
        [30, 45],
        [45, 60],
        [60, 90],
      ],
    },
  },
  batch_83_values: { groupBy: { profile: 'town' } },
  batch_3_of_83_values: { groupBy: { profile: 'town' }, values: towns(3) },
  batch_array_300_values: { groupBy: { profile: 'player' } },
  batch_platform: { groupBy: { installation: 'platform' } },
};

/** The name under which a database with these users is kept (see `withBenchDatabase`). */
export function audienceName(users: number): string {
  return `audience-${users}`;
}

/** A database, and where it is. */
interface Reach {
  db: Database;
  url: string;
}

/**
 * Rows as registration would leave them, by one statement per table: what is measured is reading. Users lie in the buckets
 * of their names (`bucketOf`), so that requests find them. An application that has users keeps those.
 */
export async function fillAudience({ db, url }: Reach, appId: number, users: number): Promise<void> {
  if (await db.row('SELECT FROM users.app_user AS u WHERE u.app_id = $1 LIMIT 1', [appId])) {
    console.log('users were filled in before');
    return;
  }
  console.log(`filling in ${users} users`);
  const ids = await db.rows<{ code: string; id: number }>(
    'SELECT d.code, d.attr_id AS id FROM users.attribute_def AS d WHERE d.app_id = $1',
    [appId],
  );
  const key = (code: string) => `'${ids.find((row) => row.code === code)?.id ?? 0}'`;
  await db.tx(async (tx) => {
    await tx.affected('SET LOCAL statement_timeout = 0');
    await tx.row('SELECT setseed(0.5)');
    await tx.affected(
      `INSERT INTO users.tag (app_id, tag_id, name) SELECT $1, n, 'tag-' || n FROM generate_series(1, 500) AS n`,
      [appId],
    );
    await tx.affected(
      `INSERT INTO users.app_user (vb, app_id, uid, ext_id, email, tags, attrs)
       SELECT q.vb, $1, q.place * 1024 + q.vb, 'user-' || n, 'user-' || n || '@example.com',
              ARRAY(SELECT DISTINCT 1 + floor(500 * random() * random())::integer
                    FROM generate_series(1, floor(7 * random() + 0 * q.n)::integer)),
              jsonb_strip_nulls(jsonb_build_object(
                ${key('plan')}, CASE WHEN q.a < 0.3 THEN 'gold' WHEN q.a < 0.33 THEN 'silver' WHEN q.a < 0.3303 THEN 'rare'
                                     ELSE 'plan-' || floor(q.a * 20) END,
                ${key('sex')}, CASE WHEN q.b < 0.4 THEN 'f' WHEN q.b < 0.8 THEN 'm' END,
                ${key('vip')}, q.c < 0.66, ${key('age')}, 18 + floor(q.d * 70), ${key('spent')}, round((q.e * 1000)::numeric, 2),
                ${key('town')}, 'town-' || floor(83 * q.f * q.f),
                ${key('player')}, (SELECT jsonb_agg(DISTINCT floor(300 * random() * random())::integer::text)
                                   FROM generate_series(1, floor(4 * random() + 0 * q.n)::integer)),
                ${key('district')}, 'district-' || n % 900, ${key('channel')}, 'channel-' || n % 7,
                ${key('street')}, 'a street with a name of its own, number ' || n, ${key('campaign')}, 'spring-' || n % 30,
                ${key('note')}, 'note ' || md5(n::text)))
       FROM (SELECT b.n, b.vb, row_number() OVER (PARTITION BY b.vb ORDER BY b.n) AS place, random() AS a, random() AS b,
                    random() AS c, random() AS d, random() AS e, random() AS f
             FROM (SELECT n, ('x' || left(md5($1::integer::text || ':user-' || n), 4))::bit(16)::integer % 1024 AS vb
                   FROM generate_series(1024, $2::integer + 1023) AS n) AS b
             ORDER BY b.n) AS q`,
      [appId, users],
    );
    await tx.affected(
      `INSERT INTO users.installation (vb, app_id, uid, inst_id, platform, token)
       SELECT u.vb, u.app_id, u.uid, u.uid + k * m.uids, CASE WHEN (u.uid + k) % 3 = 0 THEN $2::smallint ELSE $3::smallint END, 't'
       FROM users.app_user AS u CROSS JOIN generate_series(0, 1) AS k
       CROSS JOIN (SELECT (max(l.uid) / 1024 + 1) * 1024 AS uids FROM users.app_user AS l WHERE l.app_id = $1) AS m
       WHERE u.app_id = $1 AND (k = 0 OR u.uid % 5 < 2)`,
      [appId, PLATFORMS.IOS.number, PLATFORMS.ANDROID.number],
    );
    await tx.affected(
      `INSERT INTO users.installation_location (vb, app_id, uid, inst_id, latitude, longitude)
       SELECT u.vb, u.app_id, u.uid, u.uid, 41 + (random() - 0.5) * u.spread, 29 + (random() - 0.5) * u.spread
       FROM (SELECT l.vb, l.app_id, l.uid, power(random(), 3) * 20 AS spread
             FROM users.app_user AS l WHERE l.app_id = $1 AND l.uid % 2 = 0) AS u`,
      [appId],
    );
    await tx.affected(
      `INSERT INTO users.contact_lookup (bucket, app_id, kind, value_hash, uid)
       SELECT (get_byte(h.h, 16) * 256 + get_byte(h.h, 17)) % 1024, $1, 1, substring(h.h FROM 1 FOR 16), u.uid
       FROM users.app_user AS u CROSS JOIN LATERAL (SELECT sha256(convert_to(u.email, 'UTF8')) AS h) AS h WHERE u.app_id = $1`,
      [appId],
    );
    await tx.affected(
      `INSERT INTO users.uid_block (vb, app_id, series, next_n)
       SELECT u.vb, $1, 1, max(u.uid) / 1024 + 1 FROM users.app_user AS u WHERE u.app_id = $1 GROUP BY u.vb
       UNION ALL
       SELECT i.vb, $1, 2, max(i.inst_id) / 1024 + 1 FROM users.installation AS i WHERE i.app_id = $1 GROUP BY i.vb`,
      [appId],
    );
  });
  await vacuum(url);
}

const DAY_MS = 24 * 3_600_000;
const DAYS = 30;

/** Products viewed and bought on the last thirty days, each in the partition of its day, so many events of each user. An application that has events keeps those. */
export async function fillEvents(db: Database, appId: number, entry: number): Promise<void> {
  if (await db.row('SELECT FROM events.event AS e WHERE e.app_id = $1 LIMIT 1', [appId])) {
    return;
  }
  const days = Array.from({ length: DAYS }, (_, ago) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10));
  await ensurePastDays(db, 'events.event', days);
  await db.tx(async (tx) => {
    await tx.affected('SET LOCAL statement_timeout = 0');
    await tx.affected(
      `INSERT INTO events.event (day, ts, uid, app_id, event_id, vb, attrs)
       SELECT (now() - d.ago * interval '1 day')::date, now() - d.ago * interval '1 day', u.uid, u.app_id,
              CASE WHEN e.n = 1 AND u.uid % 5 = 0 THEN 26 ELSE 21 END, u.vb, jsonb_build_object('price', (u.uid * e.n) % 100)
       FROM users.app_user AS u
       CROSS JOIN generate_series(1, $2::integer) AS e (n)
       CROSS JOIN LATERAL (SELECT (u.uid / 1024 * 7 + e.n * 11) % $3 AS ago) AS d
       WHERE u.app_id = $1`,
      [appId, entry, DAYS],
    );
    await tx.affected('ANALYZE');
  });
}

/** Vacuums on a connection of its own: with millions of users it exceeds the product's statement limit. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

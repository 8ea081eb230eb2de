import { beforeAll, expect, it } from 'vitest';
import { registeredUsers } from '../../../../test/support/rooms/registered-users.js';

const shop = registeredUsers();
const LARGE = 5000;

beforeAll(async () => {
  const large = await shop.anApplication();
  await shop.fresh.db.affected(
    `INSERT INTO users.contact_lookup (bucket, app_id, kind, value_hash, uid)
     SELECT n % 1024, $1, 1, decode(md5(n::text), 'hex'), 1024 + n FROM generate_series(1, ${LARGE}) AS n`,
    [large],
  );
  await shop.fresh.db.affected(
    `INSERT INTO users.token_lookup (bucket, app_id, token_hash, inst_id)
     SELECT n % 1024, $1, decode(md5(n::text), 'hex'), 1024 + n FROM generate_series(1, ${LARGE}) AS n`,
    [large],
  );
  await shop.fresh.db.affected('ANALYZE users.contact_lookup, users.token_lookup');
});

/** Statistics know nothing of an application between its first users and the next ANALYZE. */
it.each([
  ['contact_lookup', "c.bucket = 5 AND c.app_id = 999 AND c.kind = 1 AND c.value_hash = '\\x00'"],
  ['token_lookup', "c.bucket = 5 AND c.app_id = 999 AND c.token_hash = '\\x00'"],
])('A new application beside a large one finds entries of %s by their hash', async (table, condition) => {
  const plan = await shop.fresh.db.rows<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT c.app_id FROM users.${table} AS c WHERE ${condition}`,
  );
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain(`${table}_pkey`);
});

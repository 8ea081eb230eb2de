// npm run citus:replay -- FILE: runs each recorded statement on DATABASE_URL in a transaction that is rolled back, and
// lists what the server refuses. The list is that of HERALD_STATEMENTS (test/support/distribution).
import { readFileSync } from 'node:fs';
import pg from 'pg';

const [file] = process.argv.slice(2);
if (file === undefined || !process.env.DATABASE_URL) {
  console.log('DATABASE_URL=… npm run citus:replay -- FILE');
  process.exit(1);
}
/** Equals `ONE_EACH` and `ALL_EACH` of libs/platform/db: left out on Citus. */
const EACH = /(?:LIMIT 1|OFFSET 0) \/\* each \*\//g;
/** Expected faults of a replay in an empty database: rows are missing, or values are there already. */
const EXPECTED = new Set(['23505', '23502', '23503', '23514', '42P01']);

/** `ONE_SERVER` of libs/platform/db: a coordinator gets another wording of these. */
const ONE_SERVER = '/* one server */';

const wordings = new Map();
for (const line of readFileSync(file, 'utf8')
  .split('\n')
  .filter((text) => text !== '')) {
  const { text, params } = JSON.parse(line);
  if (text.includes(ONE_SERVER)) {
    continue;
  }
  wordings.set(
    text.replaceAll(EACH, ''),
    params.map((value) => (value?.base64 === undefined ? value : Buffer.from(value.base64, 'base64'))),
  );
}
const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
const refused = new Map();
for (const [text, params] of wordings) {
  await client.query('BEGIN');
  try {
    await client.query(text, params);
  } catch (error) {
    if (!EXPECTED.has(error.code)) {
      const key = `${error.code} ${error.message}`;
      refused.set(key, [...(refused.get(key) ?? []), text]);
    }
  }
  await client.query('ROLLBACK');
}
await client.end();
for (const [message, texts] of refused) {
  console.log(`\n${message}`);
  texts.forEach((text) => console.log(`  - ${text.replaceAll(/\s+/g, ' ')}`));
}
const count = [...refused.values()].flat().length;
console.log(`\n${wordings.size} statements, ${count} refused`);
process.exitCode = count > 0 ? 1 : 0;

import { expect, it } from 'vitest';
import { CopiedTree } from './copied-tree.js';

/** A migration of a tree, with its statements and fields. */
interface Planted {
  name: string;
  statements: string;
  fields?: string;
}

/** A tree with migrations, numbered from 0100 on. */
function house(planted: readonly Planted[]): CopiedTree {
  const tree = new CopiedTree([])
    .write(LIST, '{ "smallTables": { "tenancy.application": "few" }, "released": {} }')
    .write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-11-22\n');
  for (const [n, { statements, fields = '' }] of planted.entries()) {
    tree.write(
      `migrations/${String(100 + n).padStart(4, '0')}-more.ts`,
      `export class More implements Migration {
  readonly name = 'More1767225600100';
  ${fields}
  async up(runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    ${statements}
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE users.note');
  }
}
`,
    );
  }
  return tree;
}

/** The verdict of the check on each migration, by their names; `ok` for accepted ones. */
function judge(planted: readonly Planted[]): Record<string, string> {
  const { output } = house(planted).script('checks/migrations');
  return Object.fromEntries(
    planted.map(({ name }, n) => [
      name,
      new RegExp(`^migrations/0${100 + n}-more\\.ts:(.*)$`, 'm').exec(output)?.[1] ?? 'ok',
    ]),
  );
}

const LIST = 'scripts/checks/support/blocking-migrations.json';
const query = (sql: string): string => `await runner.query(\`${sql}\`);`;
const OUTSIDE = 'readonly transaction = false;';

const UNREAD = "readonly unreadSince = { 'users.app_user.note': '0.1.0' };";

it('The check accepts migrations that block no other session', () => {
  const passing: Planted[] = [
    {
      name: 'a table of its own',
      statements: query('CREATE TABLE users.note (n integer); CREATE INDEX note_n ON users.note (n)'),
    },
    {
      name: 'a schema of its own',
      statements: query('CREATE SCHEMA notes; CREATE TABLE notes.a (n integer); CREATE INDEX a_n ON notes.a (n)'),
    },
    {
      name: 'a column without a default, and a constant one',
      statements: query('ALTER TABLE users.app_user ADD COLUMN note text, ADD COLUMN n integer NOT NULL DEFAULT 5'),
    },
    {
      name: 'a constraint that reads nothing',
      statements: query('ALTER TABLE users.app_user ADD CONSTRAINT n CHECK (uid > 0) NOT VALID'),
    },
    { name: 'a small table', statements: query("ALTER TABLE tenancy.application ADD CONSTRAINT n CHECK (name <> '')") },
    { name: 'words in comments', statements: query('-- CREATE INDEX a ON users.app_user (n);\nSELECT 1') },
    {
      name: 'the body of a function',
      statements: query('CREATE FUNCTION a() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE a; END $$'),
    },
    {
      name: 'a short wait',
      statements: query("SET LOCAL lock_timeout = '5s'; ALTER TABLE users.app_user ADD COLUMN note text"),
    },
    {
      name: 'an index beside writers',
      statements: query('CREATE INDEX CONCURRENTLY n ON users.app_user (n)'),
      fields: OUTSIDE,
    },
    {
      name: 'a step with short locks',
      statements: 'await steps.lockBriefly(`ALTER TABLE users.app_user ADD COLUMN note text`);',
      fields: OUTSIDE,
    },
    {
      name: 'a limit of its own',
      statements: query("SET lock_timeout = '2s'; ALTER TABLE users.app_user ADD COLUMN note text"),
      fields: OUTSIDE,
    },
    {
      name: 'a column that was checked before',
      statements: `
    await steps.lockBriefly('ALTER TABLE users.app_user ADD CONSTRAINT n CHECK (note IS NOT NULL) NOT VALID');
    await steps.lockBriefly('ALTER TABLE users.app_user VALIDATE CONSTRAINT n');
    await steps.lockBriefly('ALTER TABLE users.app_user ALTER COLUMN note SET NOT NULL');`,
      fields: OUTSIDE,
    },
    {
      name: 'a column that a release has stopped reading',
      statements: query('ALTER TABLE users.app_user DROP COLUMN note'),
      fields: UNREAD,
    },
  ];
  expect(judge(passing)).toEqual(Object.fromEntries(passing.map(({ name }) => [name, 'ok'])));
  expect(house(passing).script('checks/migrations').code).toBe(0);
});

const REFUSED: [sql: string, fault: string, fields?: string][] = [
  ['CREATE INDEX n ON users.app_user (n)', 'CREATE INDEX without CONCURRENTLY stops the writers of users.app_user'],
  ['CREATE UNIQUE INDEX n ON ONLY events.event (n)', 'CREATE INDEX without CONCURRENTLY'],
  ["DO $$ BEGIN EXECUTE format('CREATE INDEX ON %s (n)', 'a'); END $$", 'CREATE INDEX without CONCURRENTLY'],
  ['CREATE INDEX CONCURRENTLY n ON users.app_user (n)', 'CONCURRENTLY needs "transaction = false"'],
  ['ALTER TABLE users.app_user ALTER COLUMN n TYPE bigint', 'TYPE rewrites the table'],
  ['ALTER TABLE users.app_user ADD COLUMN a uuid DEFAULT gen_random_uuid()', 'a default that calls a function'],
  ['ALTER TABLE users.app_user ADD COLUMN a integer GENERATED ALWAYS AS (n + 1) STORED', 'a generated column'],
  ['ALTER TABLE users.app_user ADD COLUMN a bigserial', 'a generated column'],
  ['ALTER TABLE users.app_user ADD COLUMN a integer NOT NULL', 'NOT NULL needs a default'],
  ['ALTER TABLE users.app_user ADD COLUMN a integer CHECK (a > 0)', 'the constraint of a new column'],
  ['ALTER TABLE users.app_user ADD COLUMN a integer, ADD CONSTRAINT n CHECK (a > 0)', 'ADD CONSTRAINT reads'],
  ['ALTER TABLE users.app_user ADD FOREIGN KEY (app_id) REFERENCES tenancy.application (id)', 'ADD CONSTRAINT reads'],
  ['ALTER TABLE users.app_user ADD CONSTRAINT n UNIQUE (uid)', 'the constraint builds an index'],
  ['ALTER TABLE users.app_user ALTER COLUMN note SET NOT NULL', 'SET NOT NULL reads the whole table'],
  ['ALTER TABLE users.app_user VALIDATE CONSTRAINT n', 'VALIDATE CONSTRAINT reads the whole table'],
  ['ALTER TABLE users.app_user SET LOGGED', 'it rewrites the table'],
  ['CLUSTER users.app_user', 'CLUSTER stops everybody'],
  ["SET LOCAL lock_timeout = '1min'", 'lock_timeout must lie between'],
  ['SET LOCAL lock_timeout = 0', 'lock_timeout must lie between'],
  ['ALTER TABLE users.app_user DROP COLUMN note', 'users.app_user.note goes, and no "unreadSince"'],
  ['ALTER TABLE users.app_user RENAME COLUMN note TO text', 'users.app_user.note goes'],
  ['ALTER TABLE users.app_user RENAME TO person', 'users.app_user goes'],
  ['DROP TABLE IF EXISTS users.app_user, users.alias CASCADE', 'users.app_user goes'],
  ['ALTER TABLE users.app_user ADD COLUMN note text', 'a strong lock without lock_timeout', OUTSIDE],
  ["SET lock_timeout = '2s'; RESET lock_timeout; DROP INDEX users.n", 'a strong lock without lock_timeout', OUTSIDE],
  ['ALTER TABLE users.app_user DROP COLUMN note', 'is no release', UNREAD.replace('0.1.0', 'Unreleased')],
];

it('The check refuses migrations that block', () => {
  const planted = REFUSED.map(([sql, , fields = ''], n) => ({
    name: `${n} ${sql}`,
    statements: query(`SELECT 1;\n${sql}`),
    fields,
  }));
  expect(judge(planted)).toEqual(
    // Line 6 of the file: the statement itself.
    Object.fromEntries(
      planted.map(({ name }, n) => [
        name,
        expect.stringMatching(new RegExp(`^6: .*${REFUSED[n]?.[1] ?? ''}`)) as string,
      ]),
    ),
  );
  expect(house(planted).script('checks/migrations').code).toBe(1);
});

it('The check refuses a list of released migrations with unnecessary entries', () => {
  const tree = house([{ name: 'nothing', statements: query('SELECT 1') }]);
  const { output, code } = tree
    .write(LIST, '{ "smallTables": {}, "released": { "0100-more": "x", "0101-none": "y" } }')
    .script('checks/migrations');
  expect(output).toContain('0100-more blocks nobody and need not be listed');
  expect(output).toContain('there is no migration 0101-none');
  expect(code).toBe(1);
});

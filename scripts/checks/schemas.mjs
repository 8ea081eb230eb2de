// SQL lives in repositories and touches the room's own Postgres schema: what it writes always, what it reads except where
// support/cross-schema-reads.json names the file and the table. A new entry there is a decision about the rooms.
//
//   --write   writes the list as the sources are, for a review
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { codeOf, filesOf, lineAt } from './support/files.mjs';
import { report } from './support/report.mjs';

const LIST = new URL('support/cross-schema-reads.json', import.meta.url);
const ALLOWED_READS = JSON.parse(readFileSync(LIST, 'utf8'));
const MAY_HOLD_SQL = /\.(repository|sql)\.ts$/;
const rooms = existsSync('libs')
  ? readdirSync('libs', { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  : [];
const TABLE = `(?:ONLY\\s+)?(${[...rooms, 'bullmq'].join('|')})\\.([a-z_0-9]+)`;
const WRITES = new RegExp(
  `\\b(INSERT\\s+INTO|UPDATE|DELETE\\s+FROM|MERGE\\s+INTO|TRUNCATE(?:\\s+TABLE)?|COPY|ALTER\\s+TABLE|DROP\\s+TABLE|CREATE\\s+TABLE(?:\\s+IF\\s+NOT\\s+EXISTS)?)\\s+${TABLE}`,
  'gi',
);
/** After FROM, JOIN and USING, or after a comma and with an alias: `FROM a, users.tag t`. */
const READS = new RegExp(
  `(\\b(?:FROM|JOIN|USING)\\s|,(?=\\s*${TABLE}\\s+(?:AS\\s+)?[a-z]))\\s*(?:LATERAL\\s+)?${TABLE}`,
  'gi',
);

/** Every read of another room's table that was found, by file. */
const crossReads = {};
let statements = 0;

function faultsOf(path) {
  const room = path.split('/')[1];
  const code = codeOf(path);
  const faults = [];
  for (const [kind, pattern] of [
    ['writes', WRITES],
    ['reads', READS],
  ]) {
    for (const match of code.matchAll(pattern)) {
      const { 1: verb = '', index } = match;
      const [schema, table] = match.slice(-2);
      const place = `${path}:${lineAt(code, index)}`;
      statements += 1;
      if (!path.startsWith('libs/') || !MAY_HOLD_SQL.test(path)) {
        faults.push(
          `${place} holds SQL (${verb} ${schema}.${table}); only a *.repository.ts or *.sql.ts of a room may`,
        );
      } else if (schema !== room && !isPrecededByDelete(code, index, verb)) {
        if (kind === 'reads') {
          (crossReads[path] ??= new Set()).add(`${schema}.${table}`);
        }
        if (kind === 'writes' || !ALLOWED_READS[path]?.includes(`${schema}.${table}`)) {
          faults.push(`${place} ${kind} ${schema}.${table} (${verb}); ${room} ${kind} its own schema only`);
        }
      }
    }
  }
  return faults;
}

/** DELETE FROM is found as a write; its FROM is no read. */
function isPrecededByDelete(code, index, verb) {
  return /^FROM$/i.test(verb) && /\bDELETE\s+$/i.test(code.slice(0, index));
}

const paths = ['apps', 'libs'].flatMap((folder) => filesOf(folder, /(?<!spec)\.ts$/));
const faults = paths.flatMap(faultsOf);
if (process.argv.includes('--write')) {
  const entries = Object.entries(crossReads).map(([path, tables]) => [path, [...tables].sort()]);
  writeFileSync(LIST, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
} else {
  report([...faults, ...unusedReads()], `${statements} tables named in SQL, each where its room may`);
}

/** Entries of the list that no statement needs any more. A copy for a test has no package.json and few of the files. */
function unusedReads() {
  return Object.entries(ALLOWED_READS).flatMap(([path, tables]) =>
    tables
      .filter((table) => existsSync('package.json') && !crossReads[path]?.has(table))
      .map(
        (table) =>
          `${path} does not read ${table} any more; take it from scripts/checks/support/cross-schema-reads.json`,
      ),
  );
}

// SQL lives in repositories and touches the room's own Postgres schema: what it writes always, what it reads except in
// audience and reporting, which are there to read across rooms.
import { existsSync, readdirSync } from 'node:fs';
import { codeOf, filesOf, lineAt } from './support/files.mjs';
import { report } from './support/report.mjs';

const READ_ACROSS = new Set(['audience', 'reporting']);
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
      } else if (
        schema !== room &&
        !isPrecededByDelete(code, index, verb) &&
        (kind === 'writes' || !READ_ACROSS.has(room))
      ) {
        faults.push(`${place} ${kind} ${schema}.${table} (${verb}); ${room} ${kind} its own schema only`);
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
report(paths.flatMap(faultsOf), `${statements} tables named in SQL, each where its room may`);

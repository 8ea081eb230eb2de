// Tables and views that the SQL of a source file names.
import { existsSync, readdirSync } from 'node:fs';

const modules = existsSync('libs')
  ? readdirSync('libs', { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  : [];
const TABLE = `(?:ONLY\\s+)?(${[...modules, 'bullmq'].join('|')})\\.([a-z_0-9]+)`;
const WRITES = new RegExp(
  `\\b(INSERT\\s+INTO|UPDATE|DELETE\\s+FROM|MERGE\\s+INTO|TRUNCATE(?:\\s+TABLE)?|COPY|ALTER\\s+TABLE|DROP\\s+TABLE|CREATE\\s+TABLE(?:\\s+IF\\s+NOT\\s+EXISTS)?)\\s+${TABLE}`,
  'gi',
);
/** After FROM, JOIN and USING, or after a comma and with an alias: `FROM a, users.tag t`. */
const READS = new RegExp(
  `(\\b(?:FROM|JOIN|USING)\\s|,(?=\\s*${TABLE}\\s+(?:AS\\s+)?[a-z]))\\s*(?:LATERAL\\s+)?${TABLE}`,
  'gi',
);

/** The name of a table as a value, which a function of the file puts into a statement. */
const VALUES = new RegExp(`(['"\`])${TABLE}\\1`, 'gi');

/**
 * @param {string} code  of a source file, without comments
 * @returns {{ kind: 'reads' | 'writes' | 'names', verb: string, schema: string, table: string, index: number }[]}
 */
export function findNamedTables(code) {
  const findAll = (kind, pattern) =>
    [...code.matchAll(pattern)].map((match) => {
      const [schema, table] = match.slice(-2);
      return { kind, verb: kind === 'names' ? '' : (match[1] ?? ''), schema, table, index: match.index };
    });
  const reads = findAll('reads', READS).filter(({ verb, index }) => !isPrecededByDelete(code, index, verb));
  return [...findAll('writes', WRITES), ...reads, ...findAll('names', VALUES)];
}

/** DELETE FROM is found as a write; its FROM is no read. */
function isPrecededByDelete(code, index, verb) {
  return /^FROM\s$/i.test(verb) && /\bDELETE\s+$/i.test(code.slice(0, index));
}

/** A view for readers of other modules, by its name: `v_…`. */
export function isReadModel(table) {
  return table.startsWith('v_');
}

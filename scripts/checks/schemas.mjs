// SQL lives in repositories and touches the module's own Postgres schema: what it writes always. Of other schemas it reads
// views alone, whose names begin with `v_`: they are what the owner promises (docs/decisions, 276).
import { codeOf, filesOf, lineAt } from './support/files.mjs';
import { findNamedTables, isReadModel } from './support/named-tables.mjs';
import { report } from './support/report.mjs';

const MAY_HOLD_SQL = /\.(repository|sql)\.ts$/;
let statements = 0;

function faultsOf(path) {
  const module = path.split('/')[1];
  const code = codeOf(path);
  // The platform partitions and distributes tables of all modules, by their names.
  const countsNames = MAY_HOLD_SQL.test(path) && module !== 'platform';
  const named = findNamedTables(code).filter(({ kind }) => kind !== 'names' || countsNames);
  return named.flatMap(({ kind, verb, schema, table, index }) => {
    const place = `${path}:${lineAt(code, index)}`;
    statements += 1;
    if (!path.startsWith('libs/') || !MAY_HOLD_SQL.test(path)) {
      return [
        `${place} holds SQL (${verb.trim()} ${schema}.${table}); only a *.repository.ts or *.sql.ts of a module may`,
      ];
    }
    if (schema === module || (kind !== 'writes' && isReadModel(table))) {
      return [];
    }
    const rule = kind === 'writes' ? 'its own schema only' : 'its own schema and views v_… of others only';
    return [`${place} ${kind} ${schema}.${table} (${verb.trim() || 'as a value'}); ${module} ${kind} ${rule}`];
  });
}

const faults = ['apps', 'libs'].flatMap((folder) => filesOf(folder, /(?<!spec)\.ts$/)).flatMap(faultsOf);
report(faults, `${statements} tables named in SQL, each where its module may`);

// Rules of a migration that runs while the release before runs on the same database.
import { splitList } from './sql-statements.mjs';

/** Longest wait for a lock: every statement that needs the table waits behind it. */
const MOST_LOCK_WAIT_MS = 5000;
const CREATED = /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.]+)/i;
const CREATED_SCHEMA = /^CREATE SCHEMA (?:IF NOT EXISTS )?(\w+)/i;
const INDEX = /CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)(?:IF NOT EXISTS )?[\w$'{}%.]* ?ON (?:ONLY )?([\w.$%{}]+)/i;
/** Locks a table against its writers or readers, if only for a moment. */
const STRONG =
  /^(ALTER|DROP (?!INDEX CONCURRENTLY)|TRUNCATE|LOCK|CREATE (OR REPLACE )?(CONSTRAINT )?TRIGGER|CREATE POLICY|CREATE RULE)\b/i;

/** Rules for one action of ALTER TABLE on a table that has rows: what is refused, and why. */
const ACTIONS = [
  [/^ALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i, 'ALTER COLUMN … TYPE rewrites the table'],
  [/^SET (?:LOGGED|UNLOGGED|TABLESPACE|ACCESS METHOD)\b/i, 'it rewrites the table'],
  [
    /^ADD (?:COLUMN )?.*\bGENERATED\b|^ADD (?:COLUMN )?(?:IF NOT EXISTS )?\w+ (?:small|big)?serial\b/i,
    'a generated column rewrites the table',
  ],
  [
    /^ADD (?:COLUMN )?(?!CONSTRAINT).*\bDEFAULT (?!now\(\))[^,]*\w\(/i,
    'a default that calls a function rewrites the table',
  ],
  [/^ADD (?:COLUMN )?(?!CONSTRAINT)(?!.*\bDEFAULT\b).*\bNOT NULL\b/i, 'a column that is NOT NULL needs a default'],
  [
    /^ADD COLUMN .*\b(?:CHECK|REFERENCES|UNIQUE|PRIMARY KEY)\b/i,
    'the constraint of a new column reads the whole table; add it NOT VALID',
  ],
  [
    /^ADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY)\b(?!.*\bNOT VALID$)/i,
    'ADD CONSTRAINT reads the whole table; add it NOT VALID and validate it in a step of its own',
  ],
  [
    /^ADD (?:CONSTRAINT \w+ )?(?:UNIQUE|PRIMARY KEY|EXCLUDE)\b(?!.*\bUSING INDEX\b)/i,
    'the constraint builds an index; build it CONCURRENTLY and add the constraint USING INDEX',
  ],
];

/**
 * @param {ReturnType<import('./sql-statements.mjs').readMigration>} migration
 * @param {{ smallTables: ReadonlySet<string>, releases: ReadonlySet<string> }} known
 * @returns {{ line: number, fault: string }[]}
 */
export function faultsOfMigration({ statements, isOutside, unreadSince }, { smallTables, releases }) {
  const created = new Set(statements.flatMap(({ sql }) => CREATED.exec(sql)?.[1] ?? []));
  const schemas = new Set(statements.flatMap(({ sql }) => CREATED_SCHEMA.exec(sql)?.[1] ?? []));
  const isNew = (table) => created.has(table) || schemas.has(table.split('.')[0] ?? '');
  const faults = [];
  let hasLimit = !isOutside;
  for (const [position, { sql, line, isBrief }] of statements.entries()) {
    const refuse = (fault) => faults.push({ line, fault });
    const limit = /^(?:SET (?:LOCAL |SESSION )?|RESET )lock_timeout(?: ?(?:=|TO) ?'?(\w+)'?)?$/i.exec(sql);
    if (limit) {
      const ms = milliseconds(limit[1]);
      hasLimit = ms > 0 || !isOutside;
      if (limit[1] !== undefined && !(ms > 0 && ms <= MOST_LOCK_WAIT_MS)) {
        refuse(`lock_timeout must lie between 1 ms and ${MOST_LOCK_WAIT_MS / 1000} s`);
      }
      continue;
    }
    const indexed = INDEX.exec(sql)?.[1];
    if (indexed !== undefined && !isNew(indexed) && !smallTables.has(indexed)) {
      refuse(
        `CREATE INDEX without CONCURRENTLY stops the writers of ${indexed}; use steps.buildIndex or steps.buildPartitionedIndex`,
      );
    }
    if (/^(?:CREATE|DROP|REINDEX)\b.*\bCONCURRENTLY\b/i.test(sql) && !isOutside) {
      refuse('CONCURRENTLY needs "transaction = false"');
    }
    if (/^(?:CLUSTER|VACUUM FULL|REINDEX (?!.*CONCURRENTLY)|REFRESH MATERIALIZED VIEW (?!CONCURRENTLY))/i.test(sql)) {
      refuse(`${sql.split(' ')[0]} stops everybody for as long as it runs`);
    }
    const altered = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\S+) (.*)$/i.exec(sql);
    const [, table = '', actions = ''] = altered ?? [];
    if (STRONG.test(sql) && !(altered && isNew(table)) && !isBrief && !hasLimit) {
      refuse('a strong lock without lock_timeout; use steps.lockBriefly');
    }
    const dropped = /^DROP TABLE (?:IF EXISTS )?(.*?)(?: CASCADE| RESTRICT)?$/i.exec(sql)?.[1];
    for (const name of dropped === undefined ? [] : splitList(dropped).filter((part) => !isNew(part))) {
      refuseReaders(refuse, name, { unreadSince, releases });
    }
    if (!altered || isNew(table)) {
      continue;
    }
    for (const action of splitList(actions)) {
      const rule = ACTIONS.find(([pattern]) => pattern.test(action));
      if (rule && !smallTables.has(table)) {
        refuse(rule[1]);
      }
      const column = /^ALTER (?:COLUMN )?(\w+) SET NOT NULL/i.exec(action)?.[1];
      if (column !== undefined && !smallTables.has(table) && !isChecked(statements.slice(0, position), table, column)) {
        refuse(`SET NOT NULL reads the whole table; first add CHECK (${column} IS NOT NULL) NOT VALID and validate it`);
      }
      if (/^VALIDATE CONSTRAINT/i.test(action) && !isOutside && !smallTables.has(table)) {
        refuse(
          'VALIDATE CONSTRAINT reads the whole table under the locks of its transaction; it needs "transaction = false"',
        );
      }
      const gone =
        /^(?:DROP (?:COLUMN )?(?:IF EXISTS )?(?!CONSTRAINT\b)|RENAME (?:COLUMN )?(?!TO\b|CONSTRAINT\b))(\w+)/i.exec(
          action,
        )?.[1];
      if (gone !== undefined || /^(?:RENAME TO|SET SCHEMA)\b/i.test(action)) {
        refuseReaders(refuse, gone === undefined ? table : `${table}.${gone}`, { unreadSince, releases });
      }
    }
  }
  return faults;
}

/** A column, or a table, goes a release after its last reader: the release before still runs beside the new schema. */
function refuseReaders(refuse, name, { unreadSince, releases }) {
  const release = unreadSince.get(name);
  if (release === undefined) {
    refuse(`${name} goes, and no "unreadSince" names the release that stopped reading it`);
  } else if (!releases.has(release)) {
    refuse(`${name} is unread since ${release}, which is no release of CHANGELOG.md`);
  }
}

/** Tests if a validated constraint says already that a column has no NULL. */
function isChecked(earlier, table, column) {
  const check = new RegExp(
    `^ALTER TABLE ${table} ADD CONSTRAINT (\\w+) CHECK \\(${column} IS NOT NULL\\) NOT VALID$`,
    'i',
  );
  const names = earlier.flatMap(({ sql }) => check.exec(sql)?.[1] ?? []);
  return names.some((name) =>
    earlier.some(({ sql }) => sql.toLowerCase() === `alter table ${table} validate constraint ${name}`.toLowerCase()),
  );
}

function milliseconds(text) {
  const [, number, unit = 'ms'] = /^(\d+)(ms|s|min)?$/.exec(text ?? '') ?? [];
  return number === undefined ? 0 : Number(number) * { ms: 1, s: 1000, min: 60_000 }[unit];
}

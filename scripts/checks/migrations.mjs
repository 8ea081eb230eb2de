// No migration blocks the release that runs on the database in the meantime. What was released before the rule is listed.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { filesOf, textOf } from './support/files.mjs';
import { faultsOfMigration } from './support/migration-rules.mjs';
import { report } from './support/report.mjs';
import { readMigration } from './support/sql-statements.mjs';

const LIST = 'scripts/checks/support/blocking-migrations.json';
const { smallTables, released } = existsSync(LIST) ? JSON.parse(textOf(LIST)) : { smallTables: {}, released: {} };
const releases = new Set(
  existsSync('CHANGELOG.md')
    ? [...textOf('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, number]) => number)
    : [],
);

const paths = filesOf('migrations', /\/\d{4}-[a-z0-9-]+\.ts$/);
const faults = paths.flatMap((path) => {
  const found = faultsOfMigration(readMigration(textOf(path)), {
    smallTables: new Set(Object.keys(smallTables)),
    releases,
  });
  const reason = released[basename(path, '.ts')];
  if (reason === undefined) {
    return found.map(({ line, fault }) => `${path}:${line}: ${fault}`);
  }
  return found.length === 0 ? [`${LIST}: ${basename(path, '.ts')} blocks nobody and need not be listed`] : [];
});
const missing = Object.keys(released).filter((name) => !paths.includes(`migrations/${name}.ts`));
report(
  [...faults, ...missing.map((name) => `${LIST}: there is no migration ${name}`)],
  `${paths.length} migrations let the release before go on; ${Object.keys(released).length} of before the rule are listed`,
);

// npm run borders: holds the imports of all sources against the rules of .borders.cjs. Ends with 1 where a rule is broken.
import { createRequire } from 'node:module';
import { findBreaches } from './borders/find-breaches.mjs';
import { readImports } from './borders/read-imports.mjs';
import { report } from './checks/support/report.mjs';

const { forbidden } = createRequire(import.meta.url)('../.borders.cjs');

const imports = readImports();
report(
  findBreaches(imports, forbidden).map(({ rule, from, to }) => `${rule}: ${from} imports ${to}`),
  `${imports.size} files keep ${forbidden.length} rules`,
);

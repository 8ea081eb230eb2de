// The files that checks look at, below the current folder: the project, or a small copy with a fault in it.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { PARTS } = createRequire(import.meta.url)('../../../.ladders.cjs');

/** A part of a module, as a part of a pattern: the platform has parts alone. */
const PART = [
  'platform/[a-z0-9-]+',
  ...Object.entries(PARTS).flatMap(([module, parts]) => parts.map((part) => `${module}/${part}`)),
].join('|');

/** The entry point of a module of libs, of a part of `.ladders.cjs`, or of a package. */
export const ENTRY_POINT = new RegExp(`^(libs/((?!platform/)[a-z0-9-]+|${PART})|packages/[a-z0-9-]+)/index\\.ts$`);

const NEVER = new Set(['node_modules', 'dist']);

/**
 * Every file below a folder, sorted, with `/` between names; none when the folder is absent.
 *
 * @param {string} folder
 * @param {RegExp} pattern  what a path must match
 * @returns {string[]}
 */
export function filesOf(folder, pattern = /./) {
  if (!existsSync(folder)) {
    return [];
  }
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.') && !NEVER.has(entry.name))
    .flatMap((entry) => {
      const path = folder === '.' ? entry.name : join(folder, entry.name).replaceAll('\\', '/');
      return entry.isDirectory() ? filesOf(path, pattern) : pattern.test(path) ? [path] : [];
    })
    .sort();
}

/** @returns {string} */
export function textOf(path) {
  return readFileSync(path, 'utf8');
}

/** A TypeScript text with its comments blanked out, so that words of comments are not taken for code. */
export function codeOf(path) {
  const blank = (comment) => comment.replace(/[^\n]/g, ' ');
  return textOf(path)
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/(^|\s)\/\/[^\n]*/g, blank);
}

/** Number of the line (from 1) in which a position of a text lies. */
export function lineAt(text, index) {
  return text.slice(0, index).split('\n').length;
}

// Takes out of node_modules what neither runs nor bundles Herald: maps, type files, documents. Only where the tools are
// not installed, which need type files. An installation with tools is a new one of everything, so it brings them back.
import { existsSync, readFileSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Written before the first file goes, so that nothing takes an interrupted removal for a whole installation. */
const MARK = '.herald-slim';
const FINISHED = 'finished';
const NEEDLESS = /\.(map|d\.[cm]?ts|md|markdown)$/i;
const LEGAL = /^(licen[cs]e|notice|copying|copyright|third-?party)/i;
/** npm installs it although it is a tool: a package that runs names it as an optional peer. */
const TOOLS = ['typescript', '.bin/tsc', '.bin/tsserver'];

/** @returns {boolean} whether files were taken out of a node_modules folder */
export function isSlim(modules) {
  return existsSync(join(modules, MARK));
}

export function slim(modules) {
  const mark = join(modules, MARK);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === FINISHED) {
    return;
  }
  writeFileSync(mark, '');
  for (const path of TOOLS) {
    rmSync(join(modules, path), { recursive: true, force: true });
  }
  removeNeedless(modules);
  writeFileSync(mark, FINISHED);
}

/** @param {string} name  of a file of a package */
export function isNeedless(name) {
  return NEEDLESS.test(name) && !isLegal(name);
}

/** @returns {boolean} whether a file of a package has its licence or a notice */
export function isLegal(name) {
  return LEGAL.test(name);
}

function removeNeedless(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      removeNeedless(path);
    } else if (entry.isFile() && isNeedless(entry.name)) {
      unlinkSync(path);
    }
  }
}

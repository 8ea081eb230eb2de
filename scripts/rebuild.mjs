// npm run rebuild: builds the sources twice, in two folders of unlike names, and compares every file of `dist`. Whoever
// builds a release again can so compare an image with its sources. Stamps of a build are left out.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { report } from './checks/support/report.mjs';
import { ROOT, capture, main, setUpDependencies } from './setup.mjs';

const SOURCES = ['apps', 'bin', 'lab', 'libs', 'migrations', 'packages', 'scripts', 'test'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
/**
 * Unlike, so that a path that slips into a file makes a difference. Of one depth: the list of the panel's files names those of
 * node_modules, which both builds share by a link, by the way to them.
 */
const PLACES = ['a', 'of-a-longer-name'];
/** They hold sizes and times of the sources. */
const STAMPS = /^\.(panel-)?built-from$/;

main(async () => {
  const node = await setUpDependencies({ tools: false });
  const base = mkdtempSync(join(tmpdir(), 'herald-rebuild-'));
  try {
    const builds = [];
    for (const place of PLACES) {
      builds.push(await buildIn(node, join(base, place)));
    }
    const [first, second] = builds;
    const differ = [...new Set([...first.keys(), ...second.keys()])].filter(
      (file) => first.get(file) !== second.get(file),
    );
    report(
      differ.map((file) => `dist/${file} differs between two builds`),
      `${first.size} files of two builds are equal, byte for byte`,
    );
    return process.exitCode ?? 0;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});

/** @returns {Promise<Map<string, string>>} the hash of each file that was built */
async function buildIn(node, folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of [...SOURCES, ...FILES]) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const { code, output } = await capture(node, ['scripts/build.mjs'], { cwd: folder });
  if (code !== 0) {
    throw new Error(`The build in ${folder} failed:\n${output}`);
  }
  const dist = join(folder, 'dist');
  return new Map(
    readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !STAMPS.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .map((path) => [path.slice(dist.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

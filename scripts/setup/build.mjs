// The build: what has a source that, in size or time, differs from what it was made of, is made again.
// Plain JavaScript without dependencies: it runs on the machine's own Node in a fresh clone.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeIdentity } from '../release/identity.mjs';
import { ROOT, SetupError, capture, progress } from './run.mjs';

/** Scripts that make dist of the sources of the processes, one after the other. */
export const PROCESS_SCRIPTS = ['transpile.mjs', 'bundle.mjs', 'websdk.mjs'];

/**
 * Two builds that need nothing of each other, each with the sources that it is made of and its stamp. They run beside each
 * other.
 */
const BUILDS = [
  {
    stamp: join(ROOT, 'dist', '.built-from'),
    scripts: PROCESS_SCRIPTS,
    files: [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'tsconfig.build.json',
      'scripts/transpile.mjs',
      'scripts/bundle.mjs',
      'scripts/websdk.mjs',
      'apps/websdk/demo/demo.html',
      'libs/platform/pages/styles/page.css',
      'libs/platform/pages/styles/icon.svg',
    ],
    folders: ['apps', 'lab', 'libs', 'migrations', 'packages', 'test'],
    pattern: /\.ts$/,
    without: 'apps/panel',
  },
  {
    stamp: join(ROOT, 'dist', '.panel-built-from'),
    scripts: ['panel.mjs'],
    files: ['package-lock.json', 'scripts/panel.mjs'],
    folders: ['apps/panel'],
    pattern: /\.(tsx?|css|html|svg|json)$/,
  },
];

/** @throws {SetupError} when a source cannot be read as TypeScript or bundled, or the disk is full */
export async function build(node) {
  const due = BUILDS.map((entry) => ({ ...entry, sources: fingerprint(entry) })).filter(
    ({ stamp, sources }) => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== sources,
  );
  writeIdentity(ROOT);
  if (due.length === 0) {
    return;
  }
  const done = progress('building');
  const results = await Promise.all(due.map(({ scripts }) => runInTurn(node, scripts)));
  const faults = results.filter(({ code }) => code !== 0).map(({ output }) => output);
  if (faults.length > 0) {
    done(false);
    const output = faults.join('\n');
    console.error(output.trimEnd());
    throw new SetupError(
      /ENOSPC/.test(output)
        ? `No space is left on the disk that holds ${ROOT}.`
        : 'The sources do not compile; what the compiler said stands above.',
    );
  }
  for (const { stamp, sources } of due) {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, sources);
  }
  done(true);
}

/** Runs scripts one after the other, to the first that fails. */
export async function runInTurn(node, scripts) {
  let result = { code: 0, output: '' };
  for (const script of scripts) {
    result = await capture(node, [join(ROOT, 'scripts', script)]);
    if (result.code !== 0) {
      break;
    }
  }
  return result;
}

function fingerprint({ files, folders, pattern, without }) {
  const hash = createHash('sha256');
  for (const path of [...files, ...folders.flatMap((folder) => listSources(folder, pattern, without))]) {
    const { size, mtimeMs } = statSync(join(ROOT, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function listSources(folder, pattern, without) {
  const path = join(ROOT, folder);
  if (!existsSync(path)) {
    return [];
  }
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules' && join(folder, entry.name) !== join(without ?? '..'))
    .flatMap((entry) =>
      entry.isDirectory()
        ? listSources(join(folder, entry.name), pattern, without)
        : pattern.test(entry.name)
          ? [join(folder, entry.name)]
          : [],
    )
    .sort();
}

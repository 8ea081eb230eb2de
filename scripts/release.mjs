// npm run release [-- --out DIR]: the files of a release of the commit that is checked out, in `release` or DIR. The same
// commit gives the same bytes. docs/releases.md says what each file is for.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeArchive } from './release/archive.mjs';
import { listContext, listManifests, listProgram, listTracked } from './release/contents.mjs';
import { findCommit, writeIdentity } from './release/identity.mjs';
import { listPackageFiles, listRunning, writeNotices } from './release/packages.mjs';
import { PROCESS_SCRIPTS } from './setup/build.mjs';
import { ROOT, SetupError, capture, main, passOn, setUpDependencies } from './setup.mjs';

/** Inside the project, so that the ways to node_modules, which a bundle may name, are those of every other machine. */
const SOURCE = join(ROOT, 'release', '.source');

/** Nothing else of the surroundings: a NODE_ENV would make another panel. */
const ENVIRONMENT = { PATH: process.env.PATH, HOME: process.env.HOME };

main(async () => {
  const { out } = parseArgs({ options: { out: { type: 'string', default: join(ROOT, 'release') } } }).values;
  const node = await setUpDependencies();
  if (node !== process.execPath) {
    // Compressed bytes depend on the release of Node.
    return passOn(node, process.argv.slice(1));
  }
  const commit = await findCleanCommit();
  const folder = resolve(out);
  mkdirSync(folder, { recursive: true });
  try {
    await copySources();
    await buildSources(node, commit);
    await writeFiles(node, folder, commit);
  } finally {
    rmSync(SOURCE, { recursive: true, force: true });
  }
  return 0;
});

/** @throws {SetupError} where the files are not those of a commit */
async function findCleanCommit() {
  const commit = findCommit(ROOT);
  if (commit === undefined) {
    throw new SetupError('A release is made of a commit, and this folder is no git checkout.');
  }
  const changed = (await git('status', '--porcelain')).split('\n').filter((line) => line !== '');
  if (changed.length > 0) {
    throw new SetupError(`A release is made of a commit; commit or remove first:\n${changed.join('\n')}`);
  }
  return commit;
}

/** Copies the files of the commit alone: no file that git ignores slips in. */
async function copySources() {
  rmSync(SOURCE, { recursive: true, force: true });
  mkdirSync(SOURCE, { recursive: true });
  await git('checkout-index', '--all', `--prefix=${SOURCE}/`);
  symlinkSync(join('..', '..', 'node_modules'), join(SOURCE, 'node_modules'));
}

async function buildSources(node, commit) {
  for (const script of [...PROCESS_SCRIPTS, 'panel.mjs']) {
    console.log(`herald: ${script} …`);
    await run(node, [join(SOURCE, 'scripts', script)], { cwd: SOURCE, env: ENVIRONMENT });
  }
  writeIdentity(SOURCE, commit);
}

async function writeFiles(node, folder, commit) {
  const seconds = Number(await git('show', '--no-patch', '--format=%ct', 'HEAD'));
  const { version } = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8'));
  const { packages } = JSON.parse(readFileSync(join(SOURCE, 'package-lock.json'), 'utf8'));
  const tracked = listTracked(ROOT);
  const notices = writeNotices(ROOT, packages);
  const program = listProgram(SOURCE, tracked, notices);
  const name = `herald-${version}`;
  const archives = {
    [`${name}.tar.gz`]: program,
    [`${name}-linux-x64.tar.gz`]: [...program, ...listPackageFiles(ROOT, listRunning(packages))],
    [`${name}-manifests.tar.gz`]: listManifests(SOURCE, tracked, version),
  };
  for (const [file, entries] of Object.entries(archives)) {
    console.log(`herald: ${file} …`);
    await writeArchive(join(folder, file), name, entries, seconds);
  }
  await writeArchive(join(folder, `${name}-image.tar.gz`), '', listContext(SOURCE, tracked, commit), seconds);
  await run(node, [join(ROOT, 'scripts', 'sbom.mjs'), join(folder, `${name}.cdx.json`)]);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices);
  writeSums(folder, name);
}

/** In the form of `sha256sum --check`. */
function writeSums(folder, name) {
  const files = readdirSync(folder).filter((file) => file.startsWith(`${name}.`) || file.startsWith(`${name}-`));
  const sums = [...files, 'THIRD-PARTY-NOTICES.txt'].sort().map((file) => {
    const bytes = readFileSync(join(folder, file));
    console.log(`  ${(bytes.length / 1e6).toFixed(1).padStart(6)} MB  ${file}`);
    return `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
}

async function git(...args) {
  return (await run('git', args)).trim();
}

/** @throws {SetupError} with what the program printed, when it fails */
async function run(command, args, options = {}) {
  const { code, output } = await capture(command, args, options);
  if (code !== 0) {
    throw new SetupError(`${command} ${args.join(' ')} failed:\n${output}`);
  }
  return output;
}

// npm run weights [-- --least 1]: what each dependency costs that has at least 1 MB: milliseconds of CPU and megabytes of
// memory of a fresh Node that loads what Herald names of it, and megabytes in the archive, with what no other one needs.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { filesOf } from './checks/support/files.mjs';
import { listPackageFiles } from './release/packages.mjs';
import { ROOT } from './setup.mjs';

const ROUNDS = 3;
/** Loads modules in a process of its own. A constant first import keeps the loader itself out of the figures. */
const LOADER = `await import('node:path');
const [cpu, rss] = [process.cpuUsage(), process.memoryUsage.rss()];
for (const name of process.argv.slice(1)) await import(name);
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ ms: (user + system) / 1000, mb: (process.memoryUsage.rss() - rss) / 1e6 }));
process.exit(0);`;
const STATIC = /^(?:import|export) (?!type )[^;]*?from '([^']+)'|^import '([^']+)'/gm;
const ON_USE = /\b(?:require|import)\('([^']+)'\)/g;

const { least } = parseArgs({ options: { least: { type: 'string', default: '1' } } }).values;
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const direct = Object.keys(packages[''].dependencies);
const uses = readUses();
const closures = new Map(direct.map((name) => [name, closureOf(`node_modules/${name}`)]));

const rows = direct
  .map((name) => ({ name, ...sizeOf(name) }))
  .filter(({ mb }) => mb >= Number(least))
  .toSorted((a, b) => b.mb - a.mb)
  .map((row) => ({ ...row, ...costOf(row.name) }));
console.log('     MB   gz MB   ms CPU   MB RSS   loaded    dependency');
for (const { name, mb, gz, ms, rss, when } of rows) {
  const figures = [mb.toFixed(1).padStart(7), gz.toFixed(1).padStart(7), ms.padStart(8), rss.padStart(8)];
  console.log(`${figures.join(' ')}   ${when.padEnd(8)}  ${name}`);
}

/** Modules of each dependency that the processes name, by static imports and on use. */
function readUses() {
  const found = new Map(direct.map((name) => [name, { static: new Set(), use: new Set() }]));
  const sources = ['apps', 'libs', 'packages'].flatMap((folder) => filesOf(folder, /(?<!spec)\.ts$/));
  for (const text of sources
    .filter((file) => !/apps\/(panel|websdk)\//.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))) {
    const add = (kind, module) => {
      const name = direct.find((entry) => module === entry || module.startsWith(`${entry}/`));
      found.get(name)?.[kind].add(module);
    };
    [...text.matchAll(STATIC)].forEach(([, from, bare]) => add('static', from ?? bare));
    [...text.matchAll(ON_USE)].forEach(([, module]) => add('use', module));
  }
  return found;
}

/** Paths of a package and of all that it needs, as Node finds them. */
function closureOf(path, known = new Set()) {
  if (known.has(path) || packages[path] === undefined) {
    return known;
  }
  known.add(path);
  for (const name of Object.keys(packages[path].dependencies ?? {})) {
    let folder = path;
    while (folder !== '' && packages[`${folder}/node_modules/${name}`] === undefined) {
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
    }
    closureOf(folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`, known);
  }
  return known;
}

/** Bytes of the package, and of what is there for it alone. */
function sizeOf(name) {
  const others = new Set(direct.filter((entry) => entry !== name).flatMap((entry) => [...closures.get(entry)]));
  const paths = [...closures.get(name)].filter((path) => !others.has(path));
  const bytes = Buffer.concat(listPackageFiles(ROOT, paths).map(({ path }) => readFileSync(path)));
  return { mb: bytes.length / 1e6, gz: gzipSync(bytes).length / 1e6 };
}

/** The least of some rounds: other work of the machine only adds. */
function costOf(name) {
  const { static: imported, use } = uses.get(name);
  const modules = [...imported, ...use];
  const when = imported.size > 0 ? 'static' : use.size > 0 ? 'on use' : 'never';
  try {
    const rounds = Array.from({ length: ROUNDS }, () =>
      JSON.parse(
        execFileSync(process.execPath, ['--input-type=module', '-e', LOADER, '--', ...modules], {
          cwd: ROOT,
          stdio: 'pipe',
        }),
      ),
    );
    const [ms, rss] = ['ms', 'mb'].map((field) => Math.min(...rounds.map((round) => round[field])).toFixed(0));
    return { ms, rss, when };
  } catch {
    return { ms: '-', rss: '-', when };
  }
}

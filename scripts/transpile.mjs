// Turns the TypeScript of apps, lab, libs, migrations, packages and test into dist, file by file, and looks at no types:
// `npm run check` does. What belongs to it, and how, is said by tsconfig.build.json and tsconfig.json. Part of every build.
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TsconfigCache, transform } from 'rolldown/utils';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CONFIG = join(ROOT, 'tsconfig.json');
/** A container image has neither `lab` nor `test`. */
const FOLDERS = ['apps', 'lab', 'libs', 'migrations', 'packages', 'test'].filter((folder) =>
  existsSync(join(ROOT, folder)),
);

const { exclude } = JSON.parse(await readFile(join(ROOT, 'tsconfig.build.json'), 'utf8'));
const excluded = exclude.map(toPattern);
const cache = new TsconfigCache(CONFIG);
const paths = (await Promise.all(FOLDERS.map(listSources))).flat();
const faults = (await Promise.all(paths.map(transpile))).flat();
faults.forEach((fault) => console.error(fault));
process.exitCode = faults.length > 0 ? 1 : 0;

/** A glob of tsconfig as a pattern of paths: it names a file, or a folder with all below it. */
function toPattern(glob) {
  const text = glob
    .replaceAll('.', String.raw`\.`)
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?');
  return new RegExp(`^${text}(?:/|$)`);
}

async function listSources(folder) {
  const files = await readdir(join(ROOT, folder), { recursive: true });
  return files
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((path) => /(?<!\.d)\.ts$/.test(path) && !excluded.some((pattern) => pattern.test(path)));
}

/** @returns {Promise<string[]>} what is wrong with the file, with its place */
async function transpile(path) {
  const { code, errors } = await transform(
    join(ROOT, path),
    await readFile(join(ROOT, path), 'utf8'),
    { tsconfig: CONFIG, sourcemap: false },
    cache,
  );
  if (errors.length > 0) {
    return errors.map(({ message, codeframe }) => `${path}: ${message}\n${codeframe ?? ''}`);
  }
  const target = join(ROOT, 'dist', path.replace(/\.ts$/, '.js'));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, code);
  return [];
}

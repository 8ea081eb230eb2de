import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

const SOURCE = join('lab', 'bench', 'peers', 'programs');
const MANIFESTS = ['package.json', 'package-lock.json'];
/** Packages of the peers that the table lists. */
const TOLD = ['parse-server', '@parse/push-adapter', '@parse/node-apn', 'bullmq', 'pg'];

export interface Programs {
  folder: string;
  /** By package. */
  versions: Record<string, string>;
}

/**
 * Installs the peers as their lock file says, unless an earlier run has done it. They lie in a folder of their own, so
 * that no other command of Herald ever installs them.
 *
 * @param cache  a folder for this lock file is made in it
 * @throws Error when npm fails
 */
export async function installPrograms(cache: string): Promise<Programs> {
  const folder = join(cache, await hashOf(MANIFESTS.map((name) => join(SOURCE, name))));
  if (!(await exists(folder))) {
    await mkdir(cache, { recursive: true });
    const draft = await mkdtemp(join(cache, 'unfinished-'));
    try {
      for (const name of MANIFESTS) {
        await cp(join(SOURCE, name), join(draft, name));
      }
      await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], draft);
      await rename(draft, folder);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  for (const name of (await readdir(SOURCE)).filter((file) => file.endsWith('.mjs'))) {
    await cp(join(SOURCE, name), join(folder, name));
  }
  return { folder, versions: await readVersions(folder) };
}

async function readVersions(folder: string): Promise<Record<string, string>> {
  const entries = TOLD.map(async (name): Promise<[string, string]> => {
    const manifest = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8');
    return [name, (JSON.parse(manifest) as { version: string }).version];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function hashOf(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    hash.update(await readFile(path));
  }
  return hash.digest('hex').slice(0, 12);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The npm that runs this bench, or the one on the PATH. */
function runNpm(args: readonly string[], cwd: string): Promise<void> {
  const cli = process.env['npm_execpath'];
  const [command, first] = cli && basename(cli).startsWith('npm-cli.') ? [process.execPath, [cli]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`npm ended with ${code}`))));
  });
}

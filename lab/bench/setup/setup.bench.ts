import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '#platform/embedded';
import { treeCpuMs } from '../../../test/support/processes/children.js';
import { percentile, round2 } from '../support/measurements.js';

/**
 * `npm run bench -- setup --base COMMIT --pairs 5`: `npm start` of a fresh clone with an empty home, until it prints its
 * addresses. The last commit of this checkout and the base take turns, and each pair has its ratios. npm is offline: all
 * packages come out of its cache (`--cache FOLDER`, absent: npm's own), which an earlier `npm ci` of both has filled.
 *
 * `--archive herald-X.Y.Z-linux-x64.tar.gz --pairs 5`: `node herald up` of the unpacked archive, against `npm start` of the
 * last commit; unpacking is part of the time.
 */
const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    archive: { type: 'string' },
    pairs: { type: 'string', default: '5' },
    cache: { type: 'string' },
  },
});
/** Stands for the archive in the place of a commit. */
const ARCHIVE = 'archive';
const ADDRESSES_SHOWN = 'Ctrl-C stops everything';
const LIMIT_MS = 30 * 60_000;
const pairs = Number(values.pairs);
const { archive } = values;
const base = archive === undefined ? values.base : 'HEAD';
const compared = archive === undefined ? 'HEAD' : ARCHIVE;
if (base === undefined || !(pairs >= 1)) {
  throw new Error('Usage: npm run bench -- setup --base COMMIT or --archive FILE [--pairs 5] [--cache FOLDER]');
}
const cache = resolve(values.cache ?? settingOfNpm('cache'));
const place = await mkdtemp(join(tmpdir(), 'herald-setup-'));
// Under root the database runs as another user, who must be able to enter.
await chmod(place, 0o755);

interface Spent {
  cpuS: number;
  wallS: number;
}

try {
  const ratios: { cpu: number; wall: number }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    // Each comes first in half of the pairs.
    const isBaseFirst = pair % 2 === 0;
    const first = await measure(isBaseFirst ? base : compared);
    const second = await measure(isBaseFirst ? compared : base);
    const [before, after] = isBaseFirst ? [first, second] : [second, first];
    ratios.push({ cpu: after.cpuS / before.cpuS, wall: after.wallS / before.wallS });
  }
  console.log(
    JSON.stringify({
      bench: 'setup',
      base,
      compared,
      pairs,
      cpu_ratio_median: percentile(
        ratios.map(({ cpu }) => cpu),
        0.5,
      ),
      wall_ratio_median: percentile(
        ratios.map(({ wall }) => wall),
        0.5,
      ),
      cpu_ratios: ratios.map(({ cpu }) => round2(cpu)),
      wall_ratios: ratios.map(({ wall }) => round2(wall)),
    }),
  );
} finally {
  await rm(place, { recursive: true, force: true });
}

/** One start of a fresh clone, or of an archive. CPU time is that of npm and of everything that it started, Postgres included. */
async function measure(commit: string): Promise<Spent> {
  const [clone, home] = [join(place, 'clone'), join(place, 'home')];
  await mkdir(home);
  await mkdir(clone);
  if (commit !== ARCHIVE) {
    checkOut(commit, clone);
  }
  const started = performance.now();
  if (commit === ARCHIVE) {
    execFileSync('tar', ['-xzf', resolve(archive ?? ''), '--strip-components=1', '-C', clone]);
  }
  const [program, words] = commit === ARCHIVE ? [process.execPath, ['herald', 'up']] : ['npm', ['start']];
  const herald = spawn(program, words, {
    cwd: clone,
    env: await environment(home),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  herald.stdout.on('data', (text: Buffer) => (output += text.toString()));
  herald.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const ended = once(herald, 'close');
  try {
    while (!output.includes(ADDRESSES_SHOWN)) {
      if (herald.exitCode !== null || performance.now() - started > LIMIT_MS) {
        throw new Error(`${commit} does not come up:\n${output}`);
      }
      await sleep(20);
    }
    const spent = { wallS: (performance.now() - started) / 1000, cpuS: treeCpuMs(herald.pid ?? 0) / 1000 };
    console.log(`${commit}: ${spent.cpuS.toFixed(1)} s of CPU, ${spent.wallS.toFixed(1)} s of time`);
    output
      .split('\n')
      .filter((line) => /: done after|Herald is up/.test(line))
      .forEach((line) => console.log(`  ${line}`));
    return spent;
  } finally {
    herald.kill('SIGINT');
    await ended;
    await rm(clone, { recursive: true, force: true });
    await rm(home, { recursive: true, force: true });
  }
}

function checkOut(commit: string, folder: string): void {
  execFileSync('git', ['clone', '--quiet', '--no-checkout', resolve('.'), folder]);
  execFileSync('git', ['checkout', '--quiet', '--detach', commit === 'HEAD' ? headOfCheckout() : commit], {
    cwd: folder,
  });
}

function settingOfNpm(name: string): string {
  return execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
}

function headOfCheckout(): string {
  return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
}

/** Nothing of the npm, the Node and the settings that run this benchmark. */
async function environment(home: string): Promise<NodeJS.ProcessEnv> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return {
    PATH: folders.join(delimiter),
    HOME: home,
    PORT: String(await freePort()),
    SIMULATOR_PORT: String(await freePort()),
    npm_config_cache: cache,
    // The cache knows packages by the address of their registry.
    npm_config_registry: settingOfNpm('registry'),
    npm_config_offline: 'true',
  };
}

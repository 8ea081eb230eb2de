import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Libraries that are loaded when something needs them, and by no start. */
const LOADED_ON_USE = [
  '@aws-sdk/client-sesv2',
  '@opentelemetry/instrumentation',
  '@opentelemetry/sdk-trace-node',
  '@parse/node-apn',
  '@peculiar/x509',
  '@simplewebauthn/server',
  'firebase-admin',
  'google-auth-library',
  'mjml-core',
  'nodemailer',
  'smtp-server',
  'twilio',
  'web-push',
];
/** The simulators are servers of mail and an authority from their start on. */
const OF_SIMULATORS = ['@peculiar/x509', 'nodemailer', 'smtp-server'];
/** Most that a start may read: a tenth more than it did when this was written. Measured by `npm run bench -- start`. */
const MOST_MEGABYTES = { gateway: 15.4, worker: 11, scheduler: 12.7, simulators: 2.6 };

const BUNDLES = resolve('dist/processes');
/** Writes the address of each loaded file into a file, as soon as it is loaded. */
const RECORDER = `data:text/javascript,${encodeURIComponent(`
  import { appendFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED, url + '\\n'); return next(url, context); } });
`)}`;

let folder: string;
let packagesOf: Record<string, string[]>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'herald-loaded-'));
  packagesOf = JSON.parse(await readFile(join(BUNDLES, 'packages.json'), 'utf8')) as Record<string, string[]>;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a program to its end. @returns paths of the files that it loaded */
async function listLoaded(args: readonly string[], env: Record<string, string> = {}): Promise<string[]> {
  const file = join(folder, `${args.join('-').replaceAll('/', '-')}.txt`);
  const child = spawn(process.execPath, ['--import', RECORDER, ...args], {
    env: { PATH: process.env['PATH'], HERALD_HOME: folder, LOADED: file, ...env },
    stdio: 'ignore',
  });
  await once(child, 'exit');
  const urls = (await readFile(file, 'utf8')).trim().split('\n');
  return urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
}

/** Packages of the files, also of those that are bundled. */
function listPackages(files: readonly string[]): string[] {
  const packages = files.flatMap((file) => {
    const [, name] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? [];
    return name === undefined ? (packagesOf[file.slice(BUNDLES.length + 1)] ?? []) : [name];
  });
  return [...new Set(packages)];
}

async function megabytesOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}

describe('Start of a process', () => {
  // Settings that are at fault end a process after it has loaded its code and before it does anything.
  it.each([
    ['gateway', {}, []],
    ['worker', {}, []],
    ['scheduler', {}, []],
    ['simulators', { SIMULATOR_PORT: 'none' }, OF_SIMULATORS],
  ] as const)(
    'The start of the %s loads no library that only some messages or requests need',
    async (name, env, exceptions) => {
      const loaded = await listLoaded([`dist/apps/${name}/main.js`], env);
      expect(loaded).toContain(join(BUNDLES, `${name}.js`));
      const packages = listPackages(loaded);
      const wanted: readonly string[] = exceptions;
      expect(LOADED_ON_USE.filter((library) => packages.includes(library))).toEqual(
        LOADED_ON_USE.filter((library) => wanted.includes(library)),
      );
      expect(await megabytesOf(loaded)).toBeLessThan(MOST_MEGABYTES[name]);
    },
    60_000,
  );

  it.each(['--version', '--help', 'explain --help'])(
    'The start of "herald %s" loads descriptions of the verbs and no library',
    async (call) => {
      const loaded = await listLoaded(['bin/herald.mjs', ...call.split(' ')]);
      expect(loaded).toContain(join(BUNDLES, 'answers.js'));
      expect(listPackages(loaded)).toEqual([]);
      expect(await megabytesOf(loaded)).toBeLessThan(0.15);
    },
    60_000,
  );

  it('Every library that a start must not load is installed under its name', async () => {
    for (const library of LOADED_ON_USE) {
      await expect(stat(join('node_modules', library)), library).resolves.toBeDefined();
    }
  });
});

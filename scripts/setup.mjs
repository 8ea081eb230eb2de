// What every entry does first: the right Node, dependencies as the lock file says, a build as new as the sources.
// Plain JavaScript without dependencies: it runs on the machine's own Node in a fresh clone.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTakenPort, loadEnvironment } from './environment.mjs';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const OLDEST_NODE = 20;
/**
 * Two builds that need nothing of each other, each with the sources that it is made of and its stamp. They run beside each
 * other.
 */
const BUILDS = [
  {
    stamp: join(ROOT, 'dist', '.built-from'),
    scripts: [['typescript/bin/tsc', '-p', 'tsconfig.build.json'], ['scripts/websdk.mjs']],
    files: [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'tsconfig.build.json',
      'scripts/websdk.mjs',
      'apps/websdk/demo/demo.html',
      'libs/platform/pages/styles/page.css',
      'libs/platform/pages/styles/icon.svg',
    ],
    folders: ['apps', 'libs', 'migrations', 'test'],
    pattern: /\.ts$/,
    without: 'apps/panel',
  },
  {
    stamp: join(ROOT, 'dist', '.panel-built-from'),
    scripts: [['scripts/panel.mjs']],
    files: ['package-lock.json', 'scripts/panel.mjs'],
    folders: ['apps/panel'],
    pattern: /\.(tsx?|css|html|svg|json)$/,
  },
];

/** A fault that its reader can mend: printed as one sentence (and the tool's own output), without a stack. */
export class SetupError extends Error {}

/**
 * Brings a checkout into a state in which Herald runs.
 *
 * @returns {Promise<string>} path of the Node that runs it
 */
export async function setUp() {
  checkNode();
  if (!dependenciesMatchLock()) {
    await installDependencies();
  }
  linkCommand();
  const node = findNode();
  await build(node);
  return node;
}

/**
 * Reads `.env`, and looks at the ports before anything is installed or built, which may take minutes.
 *
 * @throws {SetupError} when the machine's Node cannot do that, or a port is taken
 */
export async function prepareStart() {
  checkNode();
  const fault = loadEnvironment(ROOT) ?? (await findTakenPort(ROOT));
  if (fault !== undefined) {
    throw new SetupError(fault);
  }
}

/** Runs an entry's main function: a SetupError ends the process with its sentence, anything else with a stack. */
export function main(work) {
  work().then(
    (code) => {
      process.exitCode = code;
    },
    (error) => {
      console.error(error instanceof SetupError ? `\nherald: ${error.message}` : error);
      process.exitCode = 1;
    },
  );
}

/**
 * Runs a program to its end with this process's terminal; signals sent to this process are passed on.
 *
 * @returns {Promise<number>} its exit code
 */
export function passOn(command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...compileCache(), ...env },
  });
  // A second signal would end everything at once.
  let isTold = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      isTold = true;
      child.kill(signal);
    });
  }
  const watch = watchNpm(() => {
    if (!isTold) {
      isTold = true;
      child.kill('SIGTERM');
    }
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => clearInterval(watch));
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

/** An npm that is killed tells nobody: its child has another parent from then on. */
function watchNpm(gone) {
  const parent = process.ppid;
  return process.env.npm_lifecycle_event === undefined
    ? undefined
    : setInterval(() => process.ppid !== parent && gone(), 1000);
}

/**
 * Runs a program quietly and keeps what it prints.
 *
 * @returns {Promise<{ code: number, output: string }>}
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Where Node keeps compiled code (docs of `node:module`), so that a later start of the command line takes less time. */
export function compileCache() {
  return { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules', '.cache', 'herald') };
}

/** Path of a tool's script inside node_modules, to be run by `node`. */
export function tool(path) {
  return join(ROOT, 'node_modules', path);
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new SetupError(
      `Node ${process.versions.node} is too old; Herald needs Node ${OLDEST_NODE} or newer to set itself up (https://nodejs.org).`,
    );
  }
}

/** Whether node_modules holds what package-lock.json asks for: npm writes its own record of it as its last step. */
function dependenciesMatchLock() {
  const wanted = readJson(join(ROOT, 'package-lock.json'));
  const installed = readJson(join(ROOT, 'node_modules', '.package-lock.json'));
  if (wanted === null) {
    throw new SetupError('package-lock.json is missing or damaged; restore it from git.');
  }
  if (installed === null) {
    return false;
  }
  return Object.entries(wanted.packages).every(([path, entry]) => {
    const found = installed.packages[path];
    return (
      path === '' ||
      (found === undefined
        ? entry.optional === true || entry.devOptional === true || entry.peer === true
        : found.version === entry.version)
    );
  });
}

/** Install scripts stay off: nothing of ours needs one (the database's library links are made at its start). */
async function installDependencies() {
  const flags = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ];
  if (!canWriteHome()) {
    flags.push(`--cache=${join(tmpdir(), `herald-npm-${userInfo().uid}`)}`);
  }
  const done = progress('installing dependencies');
  const { code, output } = await runNpm(flags);
  if (code !== 0) {
    done(false);
    console.error(output.trimEnd());
    throw new SetupError(installFault(output));
  }
  done(true);
}

function installFault(output) {
  if (/ENOSPC/.test(output)) {
    return `No space is left on the disk that holds ${ROOT}; free some and start again.`;
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return `${ROOT} is not writable for this user, so its dependencies cannot be installed; change its owner or clone it elsewhere.`;
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/.test(output)) {
    return 'The npm registry cannot be reached; check the network or set npm_config_registry, and start again.';
  }
  return 'npm could not install the dependencies; what it said stands above.';
}

function runNpm(args) {
  const cli = process.env.npm_execpath;
  if (cli !== undefined && /^npm-cli\.c?js$/.test(basename(cli))) {
    return capture(process.execPath, [cli, ...args]);
  }
  return capture('npm', args, { shell: process.platform === 'win32' }).catch((error) => {
    throw error.code === 'ENOENT' ? new SetupError('npm is not on the PATH; install it together with Node.') : error;
  });
}

function canWriteHome() {
  try {
    accessSync(homedir(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Lets `npx herald` find the command: npm links the programs of dependencies, not the project's own. */
function linkCommand() {
  const link = join(ROOT, 'node_modules', '.bin', 'herald');
  if (!existsSync(link)) {
    if (process.platform === 'win32') {
      writeFileSync(`${link}.cmd`, `@node "%~dp0\\..\\..\\bin\\herald.mjs" %*\r\n`);
    } else {
      symlinkSync('../../bin/herald.mjs', link);
    }
  }
}

/** The Node that npm brought, so that every machine runs the same one; where there is none, the machine's. */
export function findNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const own = join(
    ROOT,
    'node_modules',
    `node-${platform}-${process.arch}`,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  const runs = existsSync(own) && spawnSync(own, ['--version']).status === 0;
  return runs ? own : process.execPath;
}

/** Builds what has a source that, in size or time, differs from what it was made of. */
async function build(node) {
  const due = BUILDS.map((entry) => ({ ...entry, sources: fingerprint(entry) })).filter(
    ({ stamp, sources }) => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== sources,
  );
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
async function runInTurn(node, scripts) {
  let result = { code: 0, output: '' };
  for (const [script, ...args] of scripts) {
    result = await capture(node, [script.startsWith('scripts/') ? join(ROOT, script) : tool(script), ...args]);
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

/** Says what takes long, how long so far (a terminal shows it on one line), and at last how long it took. */
function progress(task) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  const isTerminal = process.stdout.isTTY;
  console.log(`herald: ${task} …`);
  const timer = isTerminal
    ? setInterval(() => process.stdout.write(`\x1b[1A\x1b[2Kherald: ${task} … ${seconds()}\n`), 1000)
    : setInterval(() => console.log(`herald: ${task} … ${seconds()}`), 15_000);
  return (succeeded) => {
    clearInterval(timer);
    const line = `herald: ${task}: ${succeeded ? 'done' : 'failed'} after ${seconds()}`;
    console.log(isTerminal ? `\x1b[1A\x1b[2K${line}` : line);
  };
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

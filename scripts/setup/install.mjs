// Dependencies as the lock files say. `npm start` gets what runs and bundles Herald (dependencies and optionalDependencies
// of package.json), everything else the tools as well (devDependencies). Decision 217 has the reasons.
// Plain JavaScript without dependencies: it runs on the machine's own Node in a fresh clone.
import { accessSync, constants, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { basename, join, relative } from 'node:path';
import { NODE_FOLDER, findNode, isPrivate, needsPrivateNode } from './node.mjs';
import { ROOT, SetupError, capture, progress, readJson } from './run.mjs';
import { isSlim, slim } from './slim.mjs';

const MODULES = join(ROOT, 'node_modules');

/**
 * Installs what the lock files ask for and is not there. Tools that are there stay, also when they are not asked for.
 *
 * @param {{ tools: boolean }} wanted
 * @throws {SetupError} when npm cannot
 */
export async function installDependencies({ tools }) {
  const folders = [
    ...(isComplete(ROOT, { tools }) ? [] : [ROOT]),
    ...(needsPrivateNode() && !isComplete(NODE_FOLDER, { tools }) ? [NODE_FOLDER] : []),
  ];
  if (folders.length > 0) {
    const done = progress(tools ? 'installing dependencies and tools' : 'installing dependencies');
    const results = await Promise.all(folders.map((folder) => runNpm(folder, installFlags(tools))));
    const fault = results.find(({ code }) => code !== 0)?.output;
    done(fault === undefined);
    if (fault !== undefined) {
      console.error(fault.trimEnd());
      throw new SetupError(installFault(fault));
    }
    const missing = folders.filter((folder) => !isComplete(folder, { tools }));
    if (missing.length > 0) {
      throw new SetupError(`npm left out packages of ${join(missing[0], 'package-lock.json')}; start again.`);
    }
  }
  linkPrograms();
}

/** Takes out what neither runs nor bundles Herald, unless the tools are there. */
export function slimDependencies() {
  if (!hasTools()) {
    slim(MODULES);
  }
}

/**
 * Compares a folder's node_modules with its lock file: npm writes its own record of it as its last step.
 * A package for one system may be missing, and so may what only such a package, or none, needs.
 */
export function isComplete(folder, { tools }) {
  const wanted = readJson(join(folder, 'package-lock.json'));
  if (wanted === null) {
    throw new SetupError('package-lock.json is missing or damaged; restore it from git.');
  }
  const installed = readJson(join(folder, 'node_modules', '.package-lock.json'));
  if (installed === null || (tools && isSlim(join(folder, 'node_modules')))) {
    return false;
  }
  const direct = Object.keys(wanted.packages[''].optionalDependencies ?? {}).map((name) => `node_modules/${name}`);
  const mayLack = (path, { dev, optional, devOptional, peer, os }) =>
    dev === true ? !tools || optional === true : devOptional || peer || (optional && (os || !direct.includes(path)));
  return Object.entries(wanted.packages).every(([path, entry]) => {
    const found = installed.packages[path];
    return path === '' || (found === undefined ? mayLack(path, entry) : found.version === entry.version);
  });
}

/** Tests if the last installation had the tools. */
function hasTools() {
  const { packages } = readJson(join(MODULES, '.package-lock.json')) ?? { packages: {} };
  return Object.values(packages).some(({ dev }) => dev === true);
}

/** Install scripts stay off: nothing of ours needs one (the database's library links are made at its start). */
function installFlags(tools) {
  return [
    'ci',
    '--ignore-scripts',
    tools ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
    ...(canWriteHome() ? [] : [`--cache=${join(tmpdir(), `herald-npm-${userInfo().uid}`)}`]),
  ];
}

function installFault(output) {
  if (/ENOSPC/.test(output)) {
    return `No space is left on the disk that holds ${ROOT}; free some and start again.`;
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return `${ROOT} is not writable for this user, so its dependencies cannot be installed; change its owner or clone it elsewhere.`;
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENOTCACHED/.test(output)) {
    return 'The npm registry cannot be reached; check the network or set npm_config_registry, and start again.';
  }
  return 'npm could not install the dependencies; what it said stands above.';
}

function runNpm(cwd, args) {
  const cli = process.env.npm_execpath;
  if (cli !== undefined && /^npm-cli\.c?js$/.test(basename(cli))) {
    return capture(process.execPath, [cli, ...args], { cwd });
  }
  return capture('npm', args, { cwd, shell: process.platform === 'win32' }).catch((error) => {
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

/** Lets `npx` find `herald`, and the private Node where it is the one in use: npm links programs of dependencies alone. */
function linkPrograms() {
  linkProgram('herald', join(ROOT, 'bin', 'herald.mjs'));
  const node = findNode();
  if (isPrivate(node)) {
    linkProgram('node', node);
  }
}

function linkProgram(name, path) {
  const link = join(MODULES, '.bin', name);
  if (process.platform === 'win32' && !existsSync(`${link}.cmd`)) {
    const target = path.endsWith('.exe') ? `"${path}"` : `node "${path}"`;
    writeFileSync(`${link}.cmd`, `@${target} %*\r\n`);
  }
  if (process.platform !== 'win32' && !existsSync(link)) {
    symlinkSync(relative(join(MODULES, '.bin'), path), link);
  }
}

// Checks the surroundings of a start before anything is installed: the settings of .env, and free ports.
// Plain JavaScript without dependencies: it runs on the machine's own Node in a fresh clone.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join, resolve } from 'node:path';

const MAX_SHOWN_NAME = 80;
/** Settings that name files or folders: in `.env` they are relative to it. */
const PATHS = ['HERALD_HOME', 'REDIS_CA', 'TLS_CERT', 'TLS_KEY', 'NODE_EXTRA_CA_CERTS'];

/**
 * Reads `.env` of the project into the environment. What the environment has already stays.
 *
 * @returns {string | undefined} what is wrong, as a sentence
 */
export function loadEnvironment(root) {
  const file = join(root, '.env');
  if (!existsSync(file)) {
    return undefined;
  }
  if (process.loadEnvFile === undefined) {
    return `.env is not read by Node ${process.versions.node}; use Node 20.12 or newer, or export its lines.`;
  }
  const before = new Set(Object.keys(process.env));
  try {
    process.loadEnvFile(file);
  } catch (error) {
    return `${file} cannot be read (${error.code ?? error.message}).`;
  }
  for (const name of PATHS.filter((path) => !before.has(path) && process.env[path])) {
    process.env[name] = resolve(root, process.env[name]);
  }
  return undefined;
}

/**
 * Looks whether the ports of a start are free. What an earlier run of the same home left behind is no fault: `up` ends it,
 * or says that Herald runs already.
 *
 * @returns {Promise<string | undefined>} what is wrong, as a sentence
 */
export async function findTakenPort(root, env = process.env) {
  const own = readOwnProcesses(env.HERALD_HOME ? resolve(env.HERALD_HOME) : join(root, '.herald'));
  for (const [variable, preset, host] of [
    ['PORT', '8080', env.HOST || '127.0.0.1'],
    ['SIMULATOR_PORT', '8090', '127.0.0.1'],
  ]) {
    const text = env[variable] || preset;
    const fault = /^\d{1,5}$/.test(text) ? await faultOfPort(Number(text), host) : undefined;
    if (fault === 'EACCES') {
      return `Port ${text} may not be used by this user; set ${variable} to one above 1023.`;
    }
    if (fault === 'EADDRINUSE') {
      const holder = findHolder(Number(text));
      if (own.length === 0 || (holder !== undefined && !own.includes(holder.pid))) {
        const who = holder === undefined ? 'another program' : `${holder.name} (process ${holder.pid})`;
        return `Port ${text} is taken by ${who}; stop it, or choose another: ${variable}=${Number(text) + 1000} npm start.`;
      }
    }
  }
  return undefined;
}

function faultOfPort(port, host) {
  if (port === 0 || port > 65_535) {
    return undefined;
  }
  const probe = createServer();
  return new Promise((done) => {
    probe.once('error', (error) => done(error.code));
    probe.listen({ port, host }, () => probe.close(() => done(undefined)));
  });
}

function readOwnProcesses(home) {
  try {
    const { pid, processes = [] } = JSON.parse(readFileSync(join(home, 'run.json'), 'utf8'));
    return [pid, ...processes.map((entry) => entry.pid)];
  } catch {
    return [];
  }
}

/** The process that listens on a port, where this user may know it. */
function findHolder(port) {
  return process.platform === 'linux'
    ? findLinuxHolder(port)
    : process.platform === 'win32'
      ? undefined
      : askLsof(port);
}

/** Sockets by port (proc_pid_net(5)), then the process that has the socket open. */
function findLinuxHolder(port) {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const sockets = new Set();
  for (const table of ['tcp', 'tcp6']) {
    for (const line of readText(`/proc/net/${table}`).split('\n')) {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
      if (local.endsWith(`:${hex}`) && state === '0A') {
        sockets.add(`socket:[${inode}]`);
      }
    }
  }
  for (const pid of sockets.size === 0 ? [] : listFolder('/proc').filter((name) => /^\d+$/.test(name))) {
    if (listFolder(`/proc/${pid}/fd`).some((fd) => sockets.has(readLink(`/proc/${pid}/fd/${fd}`)))) {
      return { pid: Number(pid), name: nameOf(pid) };
    }
  }
  return undefined;
}

/** Program and script: Node calls its thread, and so its process, `MainThread`. */
function nameOf(pid) {
  const [program = '', script = ''] = readText(`/proc/${pid}/cmdline`).split('\0');
  const name = [basename(program), script.startsWith('-') ? '' : script].filter((part) => part !== '').join(' ');
  return name.replaceAll(/[^\x20-\x7e]/g, '').slice(0, MAX_SHOWN_NAME) || 'a program';
}

function askLsof(port) {
  const { stdout } = spawnSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], {
    encoding: 'utf8',
    timeout: 3000,
  });
  const found = /^p(\d+)\nc(.+)$/m.exec(stdout ?? '');
  return found ? { pid: Number(found[1]), name: found[2] } : undefined;
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function listFolder(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readLink(path) {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

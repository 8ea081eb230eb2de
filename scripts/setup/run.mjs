// Programs that scripts run, and how a fault of theirs is shown.
// Plain JavaScript without dependencies: it runs on the machine's own Node in a fresh clone.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A fault that its reader can mend: printed as one sentence (and the tool's own output), without a stack. */
export class SetupError extends Error {}

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

/** Notices that npm was killed: its child has another parent from then on. */
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

/** Names the folder in which Node keeps compiled code (docs of `node:module`), so that a later start of the command line takes less time. */
export function compileCache() {
  return { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules', '.cache', 'herald') };
}

/** Says what takes long, how long so far (a terminal shows it on one line), and at last how long it took. */
export function progress(task) {
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

/** A parsed file; null where it is missing or damaged. */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

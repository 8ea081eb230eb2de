import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian puts servers into `sbin`, which is not on every PATH. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
const STARTS_WITHIN_MS = 60_000;
const ENDS_WITHIN_MS = 10_000;

/** A program that runs for a test. */
export interface Program {
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** The path of a program; undefined: not on this machine. */
export function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The reason for which a test cannot start a program; undefined: it is there. */
export function absence(program: string, debianPackage: string): string | undefined {
  return findProgram(program) === undefined
    ? `left out: no ${program} on this machine (Debian: ${debianPackage})`
    : undefined;
}

/**
 * Starts a server and waits until it accepts connections.
 *
 * @param onLine  takes each line that it prints
 * @throws Error with what it printed, when it ends before that or takes a minute
 */
export async function startProgram(
  name: string,
  args: readonly string[],
  port: number,
  { env = {}, onLine }: { env?: Record<string, string>; onLine?: (line: string) => void } = {},
): Promise<Program> {
  const child = spawn(findProgram(name) ?? name, args, {
    env: { PATH: FOLDERS.join(':'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let rest = '';
  child.stderr.on('data', (bytes: Buffer) => (printed = (printed + bytes.toString()).slice(-4000)));
  child.stdout.on('data', (bytes: Buffer) => {
    const lines = (rest + bytes.toString()).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach((line) => onLine?.(line));
  });
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => (printed += error.message));
    child.once('close', () => {
      isEnded = true;
      resolve();
    });
  });
  for (const latest = Date.now() + STARTS_WITHIN_MS; !(await accepts(port)); await sleep(20)) {
    if (isEnded || Date.now() > latest) {
      child.kill('SIGKILL');
      throw new Error(`${name} does not accept connections: ${printed}`);
    }
  }
  return {
    signal: (signal) => child.kill(signal),
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

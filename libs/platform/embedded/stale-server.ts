import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { OperatorError } from './operator-error.js';

const run = promisify(execFile);
const STOP_TIMEOUT_MS = 60_000;

/** Tests if a process with this id exists, possibly of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The command line of a process, or '' when it is unknown. It distinguishes a process from another one with a reused
 * id.
 */
export async function readCommand(pid: number): Promise<string> {
  const proc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (proc !== null) {
    return proc.replaceAll('\0', ' ');
  }
  return run('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}

/**
 * Removes the server of a killed supervisor. A server that still uses the data is stopped. A lock file whose process id
 * now belongs to another program is removed, because Postgres would take that program for a server. Postgres itself
 * recognizes the lock file of a dead process.
 */
export async function stopStaleServer(data: string, log: (line: string) => void): Promise<void> {
  const lock = join(data, 'postmaster.pid');
  const pid = Number((await readFile(lock, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) {
    return;
  }
  if (!(await readCommand(pid)).includes(data)) {
    await rm(lock, { force: true });
    return;
  }
  log(`stopping an embedded database that an earlier run left behind (process ${pid})`);
  process.kill(pid, 'SIGINT');
  for (let waited = 0; isAlive(pid); waited += 50) {
    if (waited > STOP_TIMEOUT_MS) {
      throw new OperatorError(
        `A Postgres of an earlier run (process ${pid}) still holds ${data} and does not stop; end it and start again.`,
      );
    }
    await sleep(50);
  }
}

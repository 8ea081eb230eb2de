import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { OperatorError } from './operator-error.js';

const run = promisify(execFile);
const STOP_TIMEOUT_MS = 60_000;

/** Whether a process of this id lives (perhaps another user's). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The command line of a live process, or '' when it cannot be told. Tells a reused process id from the process we mean. */
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
 * Clears what a killed supervisor left behind. A server that still runs on the data is stopped and waited for; a lock
 * file whose process id now belongs to a stranger is removed, because Postgres would take the stranger for a server.
 * A lock file of a dead process needs nothing: Postgres sees that itself.
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

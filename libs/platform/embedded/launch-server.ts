import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnOptions, type Account } from './account.js';
import { program, type Binaries } from './binaries.js';
import { damagedData, dataFolder, freeSpace } from './data-folder.js';
import { freePort } from './free-port.js';
import { databaseUrl, type EmbeddedRecord } from './embedded-record.js';
import { lastLines, openLog } from './log-file.js';
import { OperatorError, noSpace } from './operator-error.js';
import { ping } from './server.repository.js';
import { findServerFault } from './server-fault.js';
import { serverSettings } from './settings.js';

const MAX_ATTEMPTS = 20;
const START_TIMEOUT_MS = 120_000;
/** The last log line of the server when no address has a free port. */
const PORT_TAKEN = /could not create any TCP/;
const FOREIGN_SERVER_WAIT_MS = 3000;

export interface LaunchPlan {
  home: string;
  record: EmbeddedRecord;
  binaries: Binaries;
  account: Account;
  ephemeral: boolean;
  /** Undefined: a free one. */
  port: number | undefined;
}

/** A running server. */
export interface LaunchedServer {
  child: ChildProcess;
  port: number;
  exited: Promise<void>;
}

/**
 * Starts the server and waits until it answers. Temporary faults are retried.
 *
 * @throws OperatorError that quotes the log of the server
 */
export async function launchServer(plan: LaunchPlan): Promise<LaunchedServer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = plan.port ?? (await freePort());
    const { child, logPath } = await run(plan, port, attempt === 1 && plan.port === undefined);
    const exited = new Promise<void>((done) => child.once('exit', () => done()).once('error', () => done()));
    if (await waitForAnswer(child, exited, plan.record, port)) {
      return { child, port, exited };
    }
    const why = findServerFault(await lastLines(logPath).catch((): string[] => []), child.pid ?? 0);
    if (attempt === MAX_ATTEMPTS || !(await isTransient(why, plan.port))) {
      throw explainStartFailure(why, plan, logPath);
    }
  }
}

async function run(plan: LaunchPlan, port: number, fresh: boolean): Promise<{ child: ChildProcess; logPath: string }> {
  const { home, record, binaries, account, ephemeral } = plan;
  const log = await openLog(home, 'postgres', { fresh });
  const machine = { memory: usableMemory(), disk: await freeSpace(record.base) };
  const settings = Object.entries({
    ...serverSettings(machine, ephemeral),
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  });
  const flags = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(program(binaries, 'postgres'), ['-D', dataFolder(record), ...flags], {
    ...spawnOptions(account),
    stdio: ['ignore', log.fd, log.fd],
    // Its own process group: Ctrl-C in the terminal must not stop the database before its clients.
    detached: true,
    windowsHide: true,
  });
  closeSync(log.fd);
  return { child, logPath: log.path };
}

/** Waits until the server answers; false when it has ended. */
async function waitForAnswer(
  child: ChildProcess,
  exited: Promise<void>,
  record: EmbeddedRecord,
  port: number,
): Promise<boolean> {
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!hasEnded()) {
    const code = await ping(databaseUrl(record, port, 'postgres'));
    if (code === null) {
      return true;
    }
    if (code === '28P01') {
      // Another server on this port also refuses the password. The new one then ends.
      await Promise.race([exited, sleep(FOREIGN_SERVER_WAIT_MS)]);
    }
    if (hasEnded()) {
      return false;
    }
    if (code === '28P01' || performance.now() > deadline) {
      child.kill('SIGINT');
      await exited;
      throw new OperatorError(
        code === '28P01'
          ? `The password in postgres.json is not that of the database in ${record.base}; restore the file that was made with it.`
          : `The embedded database did not answer within ${START_TIMEOUT_MS / 1000} s; see logs/postgres.log.`,
      );
    }
    await Promise.race([exited, sleep(50)]);
  }
  return false;
}

/**
 * Tests if a fault is temporary: backends of a killed server are still running, or another process took the free port.
 */
async function isTransient(why: string, port: number | undefined): Promise<boolean> {
  const isStopping = /shared memory block .* is still in use/.test(why);
  const isPortTaken = PORT_TAKEN.test(why) && port === undefined;
  if (isStopping) {
    await sleep(500);
  }
  return isStopping || isPortTaken;
}

function explainStartFailure(why: string, { record, port }: LaunchPlan, logPath: string): OperatorError {
  if (/No space left on device|Disk quota exceeded/.test(why)) {
    return noSpace(record.base);
  }
  if (PORT_TAKEN.test(why)) {
    return new OperatorError(`Port ${port} for the embedded database is taken.`);
  }
  const broken =
    /could not (open|read|locate|access|find)|invalid (checkpoint|data|magic|page|primary)|corrupt|checkpoint record|incompatible|not a valid data directory/;
  if (broken.test(why)) {
    return damagedData(dataFolder(record), why.replace(/^but /, ''));
  }
  return new OperatorError(`The embedded database did not start: ${why} (whole log: ${logPath}).`);
}

/** Bytes, within the limit of a container. Without a limit Node returns 0 or a huge number. */
function usableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity);
}

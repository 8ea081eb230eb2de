import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asAccount, unprivilegedAccount, type Account } from './account.js';
import { findBinaries, program, type Binaries } from './binaries.js';
import { clearLeftover } from './leftover.js';
import { damaged, dataFolder, ensureCluster, freeSpace, ownerOf } from './data-folder.js';
import { ensureRecord, forget, outsideFolder, urlOf, type EmbeddedRecord } from './home.js';
import { lastLines, openLog } from './log-file.js';
import { OperatorError, explainFileError, noSpace } from './operator-error.js';
import { ensureDatabase, ping } from './server.repository.js';
import { serverSettings } from './settings.js';

const ATTEMPTS = 20;
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 60_000;

export interface EmbeddedOptions {
  /** HERALD_HOME. */
  home: string;
  /** Takes progress, one sentence per call. */
  log: (line: string) => void;
  /** Throw-away data for tests: no fsync; what lies outside `home` is removed at stop. */
  ephemeral?: boolean;
  /** Port to listen on; without it a free one. A restart keeps the port that clients know. */
  port?: number;
}

export interface EmbeddedPostgres {
  /** `postgres://` URL with password of the database `herald`, whose user is a superuser. */
  url: string;
  port: number;
  pid: number;
  /** Settles when the server ends, by `stop` or by itself. */
  exited: Promise<void>;
  /** Fast shutdown: transactions are rolled back, data are written, then the server ends. */
  stop(): Promise<void>;
}

/**
 * Starts the Postgres that npm brings, on 127.0.0.1 only and with a random password; makes its data on the first start.
 *
 * @throws OperatorError for what an operator can mend: no programs for this platform, data damaged or of another
 *   version, disk full, folder not writable, port taken
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const home = resolve(options.home);
  const ephemeral = options.ephemeral ?? false;
  await mkdir(home, { recursive: true }).catch((error: unknown) => {
    throw explainFileError(error, home);
  });
  const borrowed = await unprivilegedAccount();
  const record = await ensureRecord(home, borrowed, ephemeral);
  const account = await ownerOf(record, borrowed);
  const binaries = await findBinaries(account, outsideFolder(ephemeral));
  try {
    await ensureCluster(record, binaries, account, ephemeral, options.log);
    await clearLeftover(dataFolder(record), options.log);
    const server = await launch({ ...options, home, ephemeral }, record, binaries, account);
    await ensureDatabase(urlOf(record, server.port, 'postgres'));
    return server;
  } catch (error) {
    if (ephemeral) {
      await forget(record);
    }
    throw explainFileError(error, record.base);
  }
}

/** Tries until the server answers; gives up at once on a fault that time does not mend. */
async function launch(
  options: EmbeddedOptions,
  record: EmbeddedRecord,
  binaries: Binaries,
  account: Account,
): Promise<EmbeddedPostgres> {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const log = await openLog(options.home, 'postgres', { fresh: attempt === 1 && options.port === undefined });
    const settings = serverSettings(
      { memory: usableMemory(), disk: await freeSpace(record.base) },
      options.ephemeral ?? false,
    );
    const flags = Object.entries({
      ...settings,
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
    });
    const child = spawn(
      program(binaries, 'postgres'),
      ['-D', dataFolder(record), ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...asAccount(account),
        stdio: ['ignore', log.fd, log.fd],
        // A group of its own: a Ctrl-C in the terminal must not stop the database before its clients.
        detached: true,
        windowsHide: true,
      },
    );
    closeSync(log.fd);
    const exited = new Promise<void>((done) => child.once('exit', () => done()).once('error', () => done()));
    if (await answers(child, exited, urlOf(record, port, 'postgres'), record)) {
      return running(
        child,
        exited,
        urlOf(record, port, 'herald'),
        port,
        record,
        binaries,
        account,
        options.ephemeral ?? false,
      );
    }
    const why = await lastFault(log.path);
    if (attempt === ATTEMPTS || !(await passes(why, options.port))) {
      throw explainStart(why, record, log.path, options.port);
    }
  }
}

/** Whether the server came up; false when it ended by itself. */
async function answers(
  child: ChildProcess,
  exited: Promise<void>,
  url: string,
  record: EmbeddedRecord,
): Promise<boolean> {
  let ended = false;
  void exited.then(() => (ended = true));
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!ended) {
    try {
      await ping(url);
      return true;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === '28P01' || Date.now() > deadline) {
        child.kill('SIGINT');
        await exited;
        throw code === '28P01'
          ? new OperatorError(
              `The password in postgres.json is not that of the database in ${record.base}; restore the file that was made with it.`,
            )
          : new OperatorError(
              `The embedded database did not answer within ${START_TIMEOUT_MS / 1000} s; see logs/postgres.log.`,
            );
      }
    }
    await Promise.race([exited, sleep(50)]);
  }
  return false;
}

/** Faults that pass: backends of a killed server that have not noticed yet, and a free port that somebody took first. */
async function passes(why: string, port: number | undefined): Promise<boolean> {
  const dying = /shared memory block .* is still in use/.test(why);
  const taken = /could not (bind|create any TCP)/.test(why) && port === undefined;
  if (dying) {
    await sleep(500);
  }
  return dying || taken;
}

async function lastFault(path: string): Promise<string> {
  const lines = await lastLines(path).catch((): string[] => []);
  const line = lines.findLast((text) => /(FATAL|PANIC|ERROR): /.test(text)) ?? lines.at(-1) ?? 'it said nothing';
  const binding = lines.find((text) => /could not bind/.test(text));
  return (binding ?? line).replace(/^.*?(FATAL|PANIC|ERROR|LOG): +/, '');
}

function explainStart(why: string, record: EmbeddedRecord, logPath: string, port: number | undefined): OperatorError {
  if (/No space left on device|Disk quota exceeded/.test(why)) {
    return noSpace(record.base);
  }
  if (/could not bind/.test(why)) {
    return new OperatorError(`Port ${port} for the embedded database is taken.`);
  }
  if (
    /could not (open|read|locate|access|find)|invalid (checkpoint|data|magic|page|primary)|corrupt|checkpoint record|database files are incompatible|not a valid data directory/.test(
      why,
    )
  ) {
    return damaged(dataFolder(record), why);
  }
  return new OperatorError(`The embedded database did not start: ${why} (whole log: ${logPath}).`);
}

function running(
  child: ChildProcess,
  exited: Promise<void>,
  url: string,
  port: number,
  record: EmbeddedRecord,
  binaries: Binaries,
  account: Account,
  ephemeral: boolean,
): EmbeddedPostgres {
  const stopWithUs = () => void child.kill('SIGINT');
  process.once('exit', stopWithUs);
  void exited.then(() => process.off('exit', stopWithUs));
  return {
    url,
    port,
    pid: child.pid ?? 0,
    exited,
    async stop() {
      if (process.platform === 'win32') {
        spawn(program(binaries, 'pg_ctl'), ['stop', '-m', 'fast', '-D', dataFolder(record)], {
          ...asAccount(account),
          stdio: 'ignore',
        });
      } else {
        child.kill('SIGINT');
      }
      const late = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(late);
      if (ephemeral) {
        await forget(record);
      }
    },
  };
}

/** Bytes; a container's limit where there is one (without one Node answers 0 or a number beyond any machine). */
function usableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity);
}

/** A port of the loopback interface that nobody listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done, fail) => probe.once('error', fail).listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') {
    throw new Error('the system gave no port');
  }
  return address.port;
}

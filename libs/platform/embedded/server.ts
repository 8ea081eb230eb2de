import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { spawnOptions, unprivilegedAccount } from './account.js';
import { findBinaries, program } from './binaries.js';
import { dataFolder, ensureCluster, hasData, findOwner } from './data-folder.js';
import { ensureRecord, removeRecord, systemFolder, databaseUrl } from './embedded-record.js';
import { launchServer, type LaunchedServer, type LaunchPlan } from './launch-server.js';
import { stopStaleServer } from './stale-server.js';
import { explainFileError } from './operator-error.js';
import { ensureDatabase } from './server.repository.js';

const STOP_TIMEOUT_MS = 60_000;

export interface EmbeddedOptions {
  /** HERALD_HOME. */
  home: string;
  /** Takes progress, one sentence per call. */
  log: (line: string) => void;
  /**
   * Throw-away home: data that had to lie outside it (see `ensureRecord`) are removed at stop, and when a first start fails.
   */
  temporary?: boolean;
  /** For tests: a temporary home, and nothing waits for the disk (no fsync). */
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
  const temporary = options.temporary ?? ephemeral;
  await mkdir(home, { recursive: true }).catch((error: unknown) => {
    throw explainFileError(error, home);
  });
  const borrowed = await unprivilegedAccount();
  const record = await ensureRecord(home, borrowed, temporary);
  const isNew = !(await hasData(record));
  try {
    const account = await findOwner(record, borrowed);
    const binaries = await findBinaries(account, systemFolder(temporary));
    await ensureCluster(record, binaries, account, ephemeral, options.log);
    await stopStaleServer(dataFolder(record), options.log);
    const plan = { home, record, binaries, account, ephemeral, port: options.port };
    const launched = await launchServer(plan);
    const server = createHandle(plan, launched, temporary);
    await ensureDatabase(databaseUrl(record, launched.port, 'postgres')).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    return server;
  } catch (error) {
    if (temporary && isNew) {
      await removeRecord(record);
    }
    throw explainFileError(error, record.base);
  }
}

function createHandle(plan: LaunchPlan, { child, port, exited }: LaunchedServer, temporary: boolean): EmbeddedPostgres {
  const { record, binaries, account } = plan;
  const stopWithUs = () => void child.kill('SIGINT');
  process.once('exit', stopWithUs);
  void exited.then(() => process.off('exit', stopWithUs));
  return {
    url: databaseUrl(record, port, 'herald'),
    port,
    pid: child.pid ?? 0,
    exited,
    async stop() {
      if (process.platform === 'win32') {
        const args = ['stop', '-m', 'fast', '-D', dataFolder(record)];
        spawn(program(binaries, 'pg_ctl'), args, { ...spawnOptions(account), stdio: 'ignore' });
      } else {
        child.kill('SIGINT');
      }
      const late = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(late);
      if (temporary) {
        await removeRecord(record);
      }
    },
  };
}

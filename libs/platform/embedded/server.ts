import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { spawnOptions, unprivilegedAccount } from './account.js';
import { findBinaries, program } from './binaries.js';
import { dataFolder, ensureCluster, hasData, findOwner } from './data-folder.js';
import {
  databaseUrl,
  ensureRecord,
  removeRecord,
  SERVICE_ROLE,
  servicePassword,
  serviceUrl,
  systemFolder,
} from './embedded-record.js';
import { launchServer, type LaunchedServer, type LaunchPlan } from './launch-server.js';
import { stopStaleServer } from './stale-server.js';
import { explainFileError } from './operator-error.js';
import { ensureDatabase } from './server.repository.js';

const STOP_TIMEOUT_MS = 60_000;

export interface EmbeddedOptions {
  /** HERALD_HOME. */
  home: string;
  /** Receives progress, one sentence per call. */
  log: (line: string) => void;
  /** Temporary home: data outside it (see `ensureRecord`) are removed at stop, and when a first start fails. */
  temporary?: boolean;
  /** For tests: a temporary home without fsync. */
  ephemeral?: boolean;
  /** Port to listen on; absent: a free one. A restart keeps the port of the clients. */
  port?: number;
}

export interface EmbeddedPostgres {
  /** `postgres://` URL of the database `herald`, with a password. Its user owns the database and is no superuser. */
  url: string;
  /** URL for the superuser of the server. */
  adminUrl: string;
  port: number;
  pid: number;
  /** Resolves when the server has ended. */
  exited: Promise<void>;
  /** Fast shutdown: rolls back transactions, writes data and ends. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded Postgres on 127.0.0.1 with a random password. The first start creates its data.
 *
 * @throws OperatorError for faults that an operator can fix: no programs for this platform, damaged data or another
 *   version, full disk, unwritable folder, used port
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
    const role = { name: SERVICE_ROLE, password: servicePassword(record), mayCreateDatabases: temporary };
    await ensureDatabase((database) => databaseUrl(record, launched.port, database), role).catch(
      async (error: unknown) => {
        await server.stop();
        throw error;
      },
    );
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
    url: serviceUrl(record, port),
    adminUrl: databaseUrl(record, port, 'herald'),
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

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#platform/embedded';

/** A pooler before a Postgres. */
export interface PgBouncer {
  /** The URL of the database, through the pooler. */
  url: string;
  /** SIGKILL: every client and every server of it loses its connection. */
  kill(): Promise<void>;
  /** Starts it again on its port. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

export interface PgBouncerOptions {
  mode?: 'transaction' | 'session';
  /** Connections to Postgres for each database. */
  poolSize?: number;
  /** More lines of its section `[pgbouncer]`. */
  settings?: readonly string[];
}

/** True where a `pgbouncer` is on the PATH. */
export function hasPgBouncer(): boolean {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts a PgBouncer before the server of a URL, on a free port. It runs as `nobody` where this process is root. */
export async function startPgBouncer(
  databaseUrl: string,
  { mode = 'transaction', poolSize = 4, settings = [] }: PgBouncerOptions = {},
): Promise<PgBouncer> {
  const server = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'herald-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port || '5432'}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${join(folder, 'users.txt')}`,
    `pool_mode = ${mode}`,
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 1000',
    ...settings,
  ];
  const user = [server.username, server.password].map((word) => `"${decodeURIComponent(word).replaceAll('"', '""')}"`);
  await writeFile(file, `${lines.join('\n')}\n`);
  await writeFile(join(folder, 'users.txt'), `${user.join(' ')}\n`);
  server.hostname = '127.0.0.1';
  server.port = String(port);
  let child = await launch(file);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    }
  };
  return {
    url: server.href,
    kill: () => end('SIGKILL'),
    async startAgain() {
      child = await launch(file);
    },
    async stop() {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(file: string): Promise<ChildProcess> {
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', [...account, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const stopWithUs = (): void => void child.kill();
  process.once('exit', stopWithUs);
  child.once('exit', () => process.off('exit', stopWithUs));
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`pgbouncer ended with ${code}: ${log}`)));
    child.stderr.on('data', (text: Buffer) => {
      log = `${log}${text.toString()}`.slice(-2000);
      if (log.includes('process up')) {
        resolve();
      }
    });
  });
  return child;
}

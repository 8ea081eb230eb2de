import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '#platform/embedded';
import type { MortalPostgres } from './killable-postgres.js';

const run = promisify(execFile);
/** The folder of Debian's servers, with a folder for each version. */
const SERVERS = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 60_000;
const PAUSE_MS = 100;

/** One server of the pair. */
interface PairServer {
  port: number;
  child: ChildProcess;
}

/** Postgres refuses to run as root: then it is the user of Debian's package. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) {
    return {};
  }
  const idOf = (option: string): number => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** True where Debian's Postgres is installed. */
export function hasStandbyPair(): boolean {
  return existsSync(SERVERS) && readdirSync(SERVERS).length > 0;
}

/**
 * A primary of Debian's Postgres with a standby, behind one address. Its death is the end of the primary; it is back when the
 * standby was promoted and the address leads there. It dies once.
 */
export class StandbyPair implements MortalPostgres {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly home: string,
    private readonly primary: PairServer,
    private readonly standby: PairServer,
    private readonly door: Server,
    private target: number,
    private readonly hasDoor: boolean,
  ) {
    door.on('connection', (client: Socket) => this.passOn(client));
  }

  /**
   * @param options.isSynchronous  a commit waits until the standby has it
   * @param options.hasDoor        `url` is one address before both; else it names both, and nothing leads anywhere
   */
  static async start({
    isSynchronous = true,
    hasDoor = true,
  }: { isSynchronous?: boolean; hasDoor?: boolean } = {}): Promise<StandbyPair> {
    const version = readdirSync(SERVERS).toSorted((a, b) => Number(b) - Number(a))[0] ?? '';
    const bin = join(SERVERS, version, 'bin');
    const user = account();
    const home = await mkdtemp(join(tmpdir(), 'herald-pair-'));
    await chmod(home, 0o755);
    const [primaryFolder, standbyFolder] = await Promise.all(
      ['primary', 'standby'].map(async (name) => {
        const folder = join(home, name);
        await mkdir(folder, { mode: 0o700 });
        await chown(folder, user.uid ?? process.getuid?.() ?? 0, user.gid ?? process.getgid?.() ?? 0);
        return folder;
      }),
    );
    const options = { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
    await run(join(bin, 'initdb'), ['-D', primaryFolder ?? '', '-A', 'trust', '-U', 'postgres', '-E', 'UTF8'], options);
    const launch = async (folder: string, settings: readonly string[]): Promise<PairServer> => {
      const port = await freePort();
      const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...settings];
      const args = ['-D', folder, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])];
      const child = spawn(join(bin, 'postgres'), args, { ...options, stdio: 'ignore' });
      process.once('exit', () => void child.kill('SIGINT'));
      await untilItAnswers(port);
      return { port, child };
    };
    const names = isSynchronous ? ['synchronous_standby_names=*', 'synchronous_commit=local'] : [];
    const primary = await launch(primaryFolder ?? '', names);
    await ask(primary.port, 'CREATE ROLE herald LOGIN');
    await ask(primary.port, 'CREATE DATABASE herald OWNER herald');
    const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
    await run(
      join(bin, 'pg_basebackup'),
      [...source, '-D', standbyFolder ?? '', '-R', '-X', 'stream', '-c', 'fast'],
      options,
    );
    // A read that stands in the way of replay is cancelled soon.
    const standby = await launch(standbyFolder ?? '', ['max_standby_streaming_delay=100ms']);
    if (isSynchronous) {
      // From now on a commit waits until the standby has it.
      await ask(primary.port, 'ALTER ROLE herald SET synchronous_commit = on');
    }
    const door = createServer();
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    return new StandbyPair(home, primary, standby, door, primary.port, hasDoor);
  }

  get url(): string {
    return this.hasDoor
      ? `postgres://herald@127.0.0.1:${(this.door.address() as AddressInfo).port}/herald`
      : this.eitherUrl;
  }

  /** Both servers, the standby first. */
  get eitherUrl(): string {
    return `postgres://herald@127.0.0.1:${this.standby.port},127.0.0.1:${this.primary.port}/herald?target_session_attrs=read-write`;
  }

  get primaryUrl(): string {
    return urlOf(this.primary);
  }

  get standbyUrl(): string {
    return urlOf(this.standby);
  }

  /** The standby goes on receiving, and shows nothing new. */
  async pauseReplay(): Promise<void> {
    await ask(this.standby.port, 'SELECT pg_wal_replay_pause()');
  }

  async resumeReplay(): Promise<void> {
    await ask(this.standby.port, 'SELECT pg_wal_replay_resume()');
  }

  /** The standby shows what the primary has written by now. */
  async untilReplayed(): Promise<void> {
    const [row] = await ask(this.primary.port, 'SELECT pg_current_wal_flush_lsn()::text AS position');
    await untilTrue(this.standby.port, `SELECT pg_last_wal_replay_lsn() >= '${String(row?.['position'])}'`);
  }

  /** The standby receives nothing any more. */
  async disconnect(): Promise<void> {
    await ask(this.standby.port, `ALTER SYSTEM SET primary_conninfo = ''`);
    await ask(this.standby.port, 'SELECT pg_reload_conf()');
    await untilTrue(this.standby.port, 'SELECT NOT EXISTS (SELECT FROM pg_stat_wal_receiver)');
  }

  /** The standby takes the place of the primary, and no address follows it. */
  async promote(): Promise<void> {
    await ask(this.standby.port, 'SELECT pg_promote()');
  }

  async stopStandby(): Promise<void> {
    await end(this.standby.child, 'SIGINT');
  }

  async kill(): Promise<void> {
    await end(this.primary.child, 'SIGKILL');
    this.sockets.forEach((socket) => socket.destroy());
  }

  async startAgain(): Promise<void> {
    await this.promote();
    this.target = this.standby.port;
  }

  restart(): Promise<void> {
    throw new Error('A pair dies once and is not restarted');
  }

  async stop(): Promise<void> {
    this.door.close();
    this.sockets.forEach((socket) => socket.destroy());
    await Promise.all([this.standby, this.primary].map(({ child }) => end(child, 'SIGINT')));
    await rm(this.home, { recursive: true, force: true });
  }

  private passOn(client: Socket): void {
    const upstream = connect(this.target, '127.0.0.1');
    const close = (): void => {
      [client, upstream].forEach((socket) => {
        socket.destroy();
        this.sockets.delete(socket);
      });
    };
    for (const socket of [client, upstream]) {
      this.sockets.add(socket);
      socket.on('error', close).on('close', close);
    }
    client.pipe(upstream).pipe(client);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

function urlOf({ port }: PairServer): string {
  return `postgres://herald@127.0.0.1:${port}/herald`;
}

async function untilTrue(port: number, sql: string): Promise<void> {
  for (const last = Date.now() + START_TIMEOUT_MS; ; await sleep(PAUSE_MS)) {
    const [row = {}] = await ask(port, sql);
    if (Object.values(row)[0] === true) {
      return;
    }
    if (Date.now() > last) {
      throw new Error(`Never true: ${sql}`);
    }
  }
}

/** Queries as the superuser. */
async function ask(port: number, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function untilItAnswers(port: number): Promise<void> {
  for (const last = Date.now() + START_TIMEOUT_MS; ; await sleep(PAUSE_MS)) {
    try {
      await ask(port, 'SELECT 1');
      return;
    } catch (error) {
      if (Date.now() > last) {
        throw error;
      }
    }
  }
}

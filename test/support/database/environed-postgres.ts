import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readlink, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/embedded';
import type { MortalPostgres } from './killable-postgres.js';

const START_TIMEOUT_MS = 60_000;
const PAUSE_MS = 100;

/** How the product started a server, as Linux shows it. */
interface Launch {
  program: string;
  args: string[];
  uid: number;
  gid: number;
}

/**
 * An embedded Postgres that runs with settings of its environment, such as those of libfaketime. The product gives its
 * server a fixed environment. So this one starts it, looks how, and starts it once more with more settings. Linux alone.
 */
export class EnvironedPostgres implements MortalPostgres {
  private constructor(
    private readonly home: string,
    private readonly original: EmbeddedPostgres,
    private readonly launch: Launch,
    private readonly env: Record<string, string>,
    private child: ChildProcess,
  ) {}

  static async start(env: Record<string, string>): Promise<EnvironedPostgres> {
    const home = await mkdtemp(join(tmpdir(), 'herald-mortal-'));
    const original = await startEmbeddedPostgres({ home, temporary: true, log: () => undefined });
    const launch = await findLaunch(original.pid);
    process.kill(original.pid, 'SIGINT');
    await original.exited;
    return new EnvironedPostgres(home, original, launch, env, await startServer(launch, env, original.url));
  }

  get url(): string {
    return this.original.url;
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async startAgain(): Promise<void> {
    this.child = await startServer(this.launch, this.env, this.url);
  }

  async restart(): Promise<void> {
    await this.end('SIGINT');
    await this.startAgain();
  }

  async stop(): Promise<void> {
    await this.end('SIGINT');
    // Its first server has ended long ago; this removes the data.
    await this.original.stop();
    await rm(this.home, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill(signal);
      await ended;
    }
  }
}

async function findLaunch(pid: number): Promise<Launch> {
  const [, ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(0, -1);
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const idOf = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return { program: await readlink(`/proc/${pid}/exe`), args, uid: idOf('Uid'), gid: idOf('Gid') };
}

/** Tries again while backends of a killed server are still there. */
async function startServer(
  { program, args, uid, gid }: Launch,
  env: Record<string, string>,
  url: string,
): Promise<ChildProcess> {
  const end = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < end) {
    const child: ChildProcess = spawn(program, args, {
      cwd: '/',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...env },
      ...(process.getuid?.() === 0 && { uid, gid }),
      stdio: 'ignore',
      detached: true,
    });
    const stopWithUs = (): void => void child.kill('SIGINT');
    process.once('exit', stopWithUs);
    child.once('exit', () => process.off('exit', stopWithUs));
    while (child.exitCode === null && child.signalCode === null && Date.now() < end) {
      if (await answers(url)) {
        return child;
      }
      await sleep(PAUSE_MS);
    }
    child.kill('SIGKILL');
    await sleep(PAUSE_MS);
  }
  throw new Error(`${program} did not start within ${START_TIMEOUT_MS} ms`);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** `npm run citus` starts a dead server again at once; its recovery takes seconds. */
const RETURN_MS = 120_000;
const PAUSE_MS = 100;
/** Every second death is a SIGKILL, the others an immediate stop: both leave writes that no checkpoint has. */
const DEATHS = ['SIGKILL', 'SIGQUIT'] as const;

/** The state of Postgres in its folder. */
interface Lock {
  pid: number;
  port: number;
  isReady: boolean;
}

/** A server of `npm run citus`, which starts it again when it dies. */
export class TrialServer {
  private dead = 0;

  private constructor(
    private readonly data: string,
    private readonly server: string,
  ) {}

  /**
   * The servers below `--home` of `npm run citus`.
   *
   * @param server  URL of the one that was given: it comes first
   * @throws Error when that one does not run from there
   */
  static findAll(home: string, server: string): TrialServer[] {
    const folders = readdirSync(resolve(home)).map((name) => join(resolve(home), name, 'data'));
    const running = folders.filter((data) => existsSync(join(data, 'postmaster.pid')));
    const isGiven = (data: string): boolean => readLock(data)?.port === Number(new URL(server).port);
    const given = running.find(isGiven);
    if (given === undefined) {
      throw new Error(`The server of --server does not run from ${home}`);
    }
    return [given, ...running.filter((data) => data !== given)].map((data) => new TrialServer(data, server));
  }

  /** Ends its first process; the others end by themselves. @param luck  0..1, decides how */
  async kill(luck = 0): Promise<void> {
    const { pid = 0 } = readLock(this.data) ?? {};
    // A number that another program has got since must not be hit.
    if (
      pid === 0 ||
      !execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).includes(this.data)
    ) {
      throw new Error(`No server runs from ${this.data}`);
    }
    this.dead = pid;
    process.kill(pid, DEATHS[Math.floor(luck * DEATHS.length)]);
    while (isAlive(pid)) {
      await sleep(PAUSE_MS);
    }
  }

  /** Resolves when it answers again. */
  async startAgain(): Promise<void> {
    for (const end = Date.now() + RETURN_MS; !(await this.answers()); await sleep(PAUSE_MS)) {
      if (Date.now() > end) {
        throw new Error(`Nobody started the server of ${this.data} again; does "npm run citus" run?`);
      }
    }
  }

  private async answers(): Promise<boolean> {
    const lock = readLock(this.data);
    if (lock === undefined || lock.pid === this.dead || !lock.isReady) {
      return false;
    }
    const url = new URL(this.server);
    url.port = String(lock.port);
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

function readLock(data: string): Lock | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) {
    return undefined;
  }
  const [pid, , , port, , , , status = ''] = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(pid), port: Number(port), isReady: status.trim() === 'ready' };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuMsOf, endedChildrenCpuMs } from '../../../test/support/processes/children.js';
import type { BenchDatabase } from '../support/bench-database.js';

const SERVERS = ['gateway', 'worker', 'scheduler', 'simulators'] as const;
const NODE_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=1536'];
/** Verbs that change nothing, by the name of their figures. */
const VERBS = {
  version: ['--version'],
  help: ['--help'],
  explain_help: ['explain', '--help'],
  key_list: ['key', 'list'],
} as const;

/** All that is measured: processes that stay, and calls of the command line. */
export const SUBJECTS = [...SERVERS, ...(Object.keys(VERBS) as (keyof typeof VERBS)[])] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Costs of one start, in milliseconds. CPU time is that of the process and of its children, in steps of 10. */
export interface StartCost {
  cpu: number;
  wall: number;
}

/** A built checkout with a migrated database of its own, whose processes are started and ended one at a time. */
export class MeasuredCheckout {
  private constructor(
    private readonly folder: string,
    private readonly home: string,
    private readonly database: BenchDatabase,
  ) {}

  /** Migrates the database and sets up the one application that `key list` shows. */
  static async open(folder: string, database: BenchDatabase): Promise<MeasuredCheckout> {
    const home = await mkdtemp(join(tmpdir(), 'herald-start-'));
    const checkout = new MeasuredCheckout(folder, home, database);
    const file = join(home, 'shop.json');
    await writeFile(file, JSON.stringify({ app: 'shop', keys: [{ kind: 'rest', name: 'backend' }] }));
    await checkout.call(['migrate'], 'warm');
    await checkout.call(['apply', file], 'warm');
    return checkout;
  }

  /** @param cache  `cold`: nothing is compiled yet, and what is compiled is kept as in every first start */
  async measure(subject: Subject, cache: 'warm' | 'cold'): Promise<StartCost> {
    if (cache === 'cold') {
      await rm(this.cacheFolder('cold'), { recursive: true, force: true });
    }
    await mkdir(this.cacheFolder(cache), { recursive: true });
    return isServer(subject) ? this.start(subject, cache) : this.call(VERBS[subject], cache);
  }

  async close(): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }

  private cacheFolder(cache: string): string {
    return join(this.home, `cache-${cache}`);
  }

  private env(cache: string): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: this.home,
      HERALD_HOME: this.home,
      DATABASE_URL: this.database.url,
      MASTER_KEY: this.database.masterKey,
      PORT: '0',
      HEALTH_PORT: '0',
      SIMULATOR_PORT: '0',
      NODE_COMPILE_CACHE: this.cacheFolder(cache),
    };
  }

  /** Starts a server as its supervisor does, and ends it once it is ready. */
  private async start(name: string, cache: string): Promise<StartCost> {
    const started = performance.now();
    const child = fork(join(this.folder, 'dist/apps', name, 'main.js'), {
      cwd: this.folder,
      env: this.env(cache),
      execArgv: NODE_FLAGS,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit');
    await Promise.race([
      once(child, 'message'),
      ended.then(() => Promise.reject(new Error(`The ${name} of ${this.folder} does not start`))),
    ]);
    const cost = { cpu: cpuMsOf(child.pid ?? 0), wall: performance.now() - started };
    child.kill('SIGTERM');
    await ended;
    return cost;
  }

  /** Calls the command as a shell does, under the Node of the PATH. */
  private async call(args: readonly string[], cache: string): Promise<StartCost> {
    const [started, before] = [performance.now(), endedChildrenCpuMs()];
    const child = spawn(join(this.folder, 'bin/herald.mjs'), [...args], {
      cwd: this.folder,
      env: this.env(cache),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const code = await exitCode(child);
    if (code !== 0) {
      throw new Error(`"herald ${args.join(' ')}" of ${this.folder} ends with ${code}`);
    }
    return { cpu: endedChildrenCpuMs() - before, wall: performance.now() - started };
  }
}

function isServer(subject: Subject): subject is (typeof SERVERS)[number] {
  return SERVERS.some((name) => name === subject);
}

function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

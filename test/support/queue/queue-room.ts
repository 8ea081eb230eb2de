import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'node:util';
import { inject, vi } from 'vitest';
import { loadConfig } from '#platform/config';
import { freePort } from '#platform/embedded';
import {
  defineHandler,
  defineJob,
  JobQueue,
  JobRunner,
  openQueueConnection,
  type QueueConnection,
} from '#platform/queue';
import { createLogger, type Logger } from '#platform/runtime';
import { type OwnRedis, startRedis, startSentinel } from '../processes/own-redis.js';
import { type OwnRedisCluster, startRedisCluster } from '../processes/redis-cluster.js';

/** The queues of a test, one for each lane of the product; on a cluster they lie on all nodes. */
export const LANES: readonly string[] = Array.from({ length: 13 }, (_, index) => `test-lane-${index}`);
const greeting = defineJob<{ n: number }>('test.greeting');

/** The jobs of all lanes. */
export interface Work {
  /** Enqueues a job in each lane. */
  enqueueAll(n: number): Promise<void>;
  /** How many of each lane were done. */
  done: Map<string, number>;
}

/** Resources of one test of the queue on Redis, and their log. `close` ends all of them. */
export class QueueRoom {
  /** Warnings and errors, with their fields; what a library writes to the console is one too. */
  readonly lines: string[] = [];
  private readonly logger: Logger;
  private readonly ends: (() => unknown)[] = [];
  private readonly openedAt = performance.now();

  constructor() {
    this.logger = createLogger('test', 'silent');
    for (const level of ['warn', 'error'] as const) {
      this.logger[level] = (fields: unknown, text?: string) =>
        void this.lines.push(`${text} ${JSON.stringify(fields)}`);
      const spied = vi.spyOn(console, level);
      spied.mockImplementation((...told: unknown[]) => void this.lines.push(`console ${format(...told)}`));
      this.ends.push(() => spied.mockRestore());
    }
  }

  /** Opens the queue of one process. */
  open(REDIS_URL: string, env: Record<string, string> = {}): QueueConnection {
    const config = loadConfig({
      DATABASE_URL: inject('postgresUrl'),
      MASTER_KEY: 'a master key for the tests of one room',
      REDIS_URL,
      ...env,
    });
    const connection = openQueueConnection(config, this.logger);
    this.ends.push(() => connection.close());
    return connection;
  }

  /** Runs the jobs of every lane. */
  work(connection: QueueConnection): Work {
    const done = new Map<string, number>();
    const handlers = [defineHandler(greeting, async (_, lane) => void done.set(lane, (done.get(lane) ?? 0) + 1))];
    const runner = new JobRunner(connection, handlers, this.logger);
    LANES.forEach((lane) => runner.work(lane, 2));
    const queue = new JobQueue(connection, this.logger);
    this.ends.push(
      () => queue.close(),
      () => runner.close(),
    );
    return {
      done,
      async enqueueAll(n) {
        await Promise.all(LANES.map((lane) => queue.enqueue(greeting, lane, [{ id: `job-${n}`, payload: { n } }])));
      },
    };
  }

  async cluster(options: readonly string[] = [], tlsFolder?: string): Promise<OwnRedisCluster> {
    const started = await startRedisCluster(options, tlsFolder);
    this.ends.push(() => started.end());
    return started;
  }

  async single(options: readonly string[] = [], port?: number): Promise<OwnRedis> {
    const started = await startRedis(options, port);
    this.ends.push(() => started.end('SIGKILL'));
    return started;
  }

  /**
   * Starts a sentinel that calls a primary `queue`.
   *
   * @param address   of the primary
   * @param settings  more lines of its file
   * @param first     lines that must stand before the primary
   * @returns its port
   */
  async sentinel(address: string, settings: readonly string[] = [], first: readonly string[] = []): Promise<number> {
    const port = await freePort();
    const file = join(await this.folder(), 'sentinel.conf');
    const lines = [
      'bind 127.0.0.1',
      `${settings.includes('port 0') ? 'tls-port' : 'port'} ${port}`,
      ...first,
      `sentinel monitor queue ${address} 1`,
      'sentinel down-after-milliseconds queue 1000',
      'sentinel failover-timeout queue 5000',
      ...settings,
    ];
    await writeFile(file, lines.join('\n'));
    const sentinel = await startSentinel(file, port);
    this.ends.push(() => sentinel.end('SIGKILL'));
    return port;
  }

  /** A folder with an authority of its own, and a certificate of `localhost`. */
  async authority(): Promise<{ folder: string; caPath: string }> {
    const folder = await this.folder();
    writeCertificates(folder);
    return { folder, caPath: join(folder, 'ca.pem') };
  }

  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'herald-redis-'));
    this.ends.unshift(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  /** Lines of one text that there may be so far: two, and one in five seconds. */
  get bound(): number {
    return 2 + (performance.now() - this.openedAt) / 5000;
  }

  /** The most lines of one text so far. */
  get most(): number {
    const counts = new Map<string, number>();
    for (const line of this.lines) {
      const text = line.split(' {')[0] ?? '';
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return Math.max(0, ...counts.values());
  }

  /** The last part first. */
  async close(): Promise<void> {
    for (const end of this.ends.splice(0).toReversed()) {
      await end();
    }
  }
}

/** True where certificates can be made. */
export function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes `ca.pem`, `leaf.pem` and `leaf-key.pem`. The nodes of a Redis Cluster show their certificate as clients of each other
 * too, which those of `ensureAuthority` are not for.
 */
function writeCertificates(folder: string): void {
  const make = (name: string, more: readonly string[]): void => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', `${name}-key.pem`];
    const args = ['req', '-x509', ...key, '-out', `${name}.pem`, '-days', '2', ...more];
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  };
  make('ca', ['-subj', '/CN=authority of a test']);
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  make('leaf', ['-subj', '/CN=localhost', '-addext', names, '-CA', 'ca.pem', '-CAkey', 'ca-key.pem']);
}

/** The rule of the user that `docs/deployment.md` names, with a password of its own. */
export async function documentedRule(password: string): Promise<string> {
  const document = await readFile('docs/deployment.md', 'utf8');
  return (/^user herald (.*)$/m.exec(document)?.[1] ?? '').replace('PASSWORD', password);
}

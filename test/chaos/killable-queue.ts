import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from '#platform/embedded';
import type { Database } from '#platform/db';

/** What wakes the workers up, and can lose everything it knows. */
export interface KillableQueue {
  /** Settings for every process. */
  env: Record<string, string>;
  /** Jobs by lane and state. */
  counts(): Promise<Record<string, number>>;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** A queue in Postgres: it dies with the database, so its own death is only that it comes back without its jobs. */
export function queueInPostgres(look: <R>(work: (db: Database) => Promise<R>) => Promise<R>): KillableQueue {
  return {
    env: {},
    async counts() {
      const rows = await look((db) =>
        db.rows<{ lane: string; n: number }>(
          `SELECT queue || ':' || state AS lane, count(*)::integer AS n FROM bullmq.job GROUP BY queue, state ORDER BY 1`,
        ),
      );
      return Object.fromEntries(rows.map(({ lane, n }) => [lane, n]));
    },
    kill: async () => undefined,
    async startAgain() {
      await look((db) => db.rows('TRUNCATE bullmq.job CASCADE'));
    },
    stop: async () => undefined,
  };
}

/** A Redis of its own that stores nothing on disk: killed, it comes back empty on the same port. */
export async function queueInRedis(): Promise<KillableQueue> {
  const port = await freePort();
  let server = await startRedis(port);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  return {
    env: { REDIS_URL: `redis://127.0.0.1:${port}` },
    counts: () => countsInRedis(port),
    kill: () => end('SIGKILL'),
    async startAgain() {
      server = await startRedis(port);
    },
    stop: () => end('SIGTERM'),
  };
}

async function countsInRedis(port: number): Promise<Record<string, number>> {
  const redis = new Redis(port, '127.0.0.1');
  try {
    const lists = (await redis.keys('*')).filter((name) => /:(?:wait|active)$/.test(name)).toSorted();
    return Object.fromEntries(await Promise.all(lists.map(async (name) => [name, await redis.llen(name)] as const)));
  } finally {
    redis.disconnect();
  }
}

async function startRedis(port: number): Promise<ChildProcess> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    child.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve());
  });
  child.removeAllListeners('exit');
  return child;
}

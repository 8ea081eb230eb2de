import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '#platform/embedded';
import type { Database } from '#platform/db';

/** What wakes the workers up, and can lose everything it knows. */
export interface MortalQueue {
  /** Settings for every process. */
  env: Record<string, string>;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** A queue in Postgres: it dies with the database, so its own death is only that it comes back without its jobs. */
export function queueInPostgres(look: (work: (db: Database) => Promise<unknown>) => Promise<unknown>): MortalQueue {
  return {
    env: {},
    kill: async () => undefined,
    async startAgain() {
      await look((db) => db.rows('TRUNCATE bullmq.job CASCADE'));
    },
    stop: async () => undefined,
  };
}

/** A Redis of its own that stores nothing on disk: killed, it comes back empty on the same port. */
export async function queueInRedis(): Promise<MortalQueue> {
  const port = await freePort();
  let server = await startRedis(port);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  return {
    env: { REDIS_URL: `redis://127.0.0.1:${port}` },
    kill: () => end('SIGKILL'),
    async startAgain() {
      server = await startRedis(port);
    },
    stop: () => end('SIGTERM'),
  };
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

import { openDatabase, type Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { KillablePostgres } from '../support/database/killable-postgres.js';
import { type Reach, reachableUsers } from '../support/rooms/reachable-users.js';
import { startStack, type Stack } from '../support/processes/stack.js';
import { queueInPostgres, queueInRedis, type KillableQueue } from './killable-queue.js';
import { type Victim, victimsOf } from './victims.js';

export interface LabOptions {
  /** What the queue runs on. */
  queue: 'postgres' | 'redis';
  workers: number;
  /** Recipients in all, spread over the platforms. */
  recipients: number;
}

/** The whole product with parts that can be killed, and people on every channel. */
export interface Lab {
  stack: Stack;
  postgres: KillablePostgres;
  queue: KillableQueue;
  victims: Victim[];
  /** A connection of the observer's own; a new one after every death of Postgres. */
  look<R>(work: (db: Database) => Promise<R>): Promise<R>;
  stop(): Promise<void>;
  /** Ends every process at once, frozen ones too, for a run that is broken off. */
  killAll(): void;
}

/** Share of the recipients that each platform gets; e-mail and SMS are slow by nature. */
const SHARES: Record<Exclude<Reach, 'FIREFOX'>, number> = {
  IOS: 0.3,
  ANDROID: 0.3,
  CHROME: 0.2,
  EMAIL: 0.1,
  SMS: 0.1,
};
export const PLATFORMS = Object.keys(SHARES) as (keyof typeof SHARES)[];

/** Shorter waits for what a dead process left, so that a round has time for many deaths; the protocol is the same. */
const PATIENCE = { LEASE_MS: '3000', REOFFER_MS: '4000' };

export async function openLab({ queue: backend, workers, recipients }: LabOptions): Promise<Lab> {
  const postgres = await KillablePostgres.start();
  const look = async <R>(work: (db: Database) => Promise<R>): Promise<R> => {
    const db = await openDatabase(postgres.url, 2, createLogger('chaos', 'silent'));
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  const queue = backend === 'redis' ? await queueInRedis() : queueInPostgres(look);
  const stack = await startStack({ databaseUrl: postgres.url, workers, env: { ...PATIENCE, ...queue.env } });
  for (const platform of PLATFORMS) {
    await stack.rest.register(
      await reachableUsers(stack.simulators, platform, Math.round(recipients * SHARES[platform])),
    );
  }
  const victims = victimsOf(stack, postgres, queue);
  return {
    stack,
    postgres,
    queue,
    victims,
    look,
    killAll() {
      stack.children.forEach((child) => void child.end('SIGKILL'));
      void Promise.allSettled([postgres.kill(), queue.kill()]);
    },
    async stop() {
      await Promise.allSettled(victims.map((victim) => victim.back()));
      await stack.stop();
      await queue.stop();
      await postgres.stop();
    },
  };
}

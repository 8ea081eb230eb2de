import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '../support/processes/children.js';
import type { KillablePostgres } from '../support/database/killable-postgres.js';
import type { Stack } from '../support/processes/stack.js';
import type { KillableQueue } from './killable-queue.js';

/** What may be killed. `queue`: a Redis is killed and comes back empty; a queue in Postgres loses all its jobs. */
export const KINDS = ['worker', 'gateway', 'scheduler', 'postgres', 'queue'] as const;
export type Kind = (typeof KINDS)[number];

/** One part of the running product: it is killed, and somebody (a supervisor, Kubernetes) brings it back. */
export interface Victim {
  kind: Kind;
  /** Between its death and its return. */
  isDown: boolean;
  /** Resolves when it is dead; it comes back by itself. */
  kill(): Promise<void>;
  /** Resolves when it is back, if it was killed. */
  back(): Promise<void>;
  /**
   * Ends it in an orderly way and starts it anew, as an update does; only processes of the product.
   *
   * @throws Error when it does not end well
   */
  restart?(): Promise<void>;
}

/** A process that starts while the database is away ends again; whoever supervises it tries once more. */
const REVIVAL_MS = 180_000;
const REVIVAL_PAUSE_MS = 500;

/** Everything of a stack that can be killed, one victim for each process. */
export function victimsOf(stack: Stack, postgres: KillablePostgres, queue: KillableQueue): Victim[] {
  const kinds: Kind[] = ['worker', 'gateway', 'scheduler'];
  const processes = stack.children.flatMap((child) => {
    const kind = kinds.find((name) => name === child.name);
    return kind ? [victimOfProcess(stack, kind, child)] : [];
  });
  return [
    ...processes,
    victim(
      'postgres',
      () => postgres.kill(),
      () => postgres.startAgain(),
    ),
    victim(
      'queue',
      () => queue.kill(),
      () => queue.startAgain(),
    ),
  ];
}

function victimOfProcess(stack: Stack, kind: Kind, first: Child): Victim {
  let child = first;
  const dead = victim(
    kind,
    async () => {
      await child.end('SIGKILL');
    },
    async () => {
      child = await stack.replace(child);
    },
  );
  return {
    ...dead,
    get isDown() {
      return dead.isDown;
    },
    async restart() {
      const code = await child.end('SIGTERM');
      if (code !== 0) {
        throw new Error(`${kind} ended with ${code} when it was asked to`);
      }
      child = await stack.replace(child);
    },
  };
}

function victim(kind: Kind, kill: () => Promise<void>, revive: () => Promise<void>): Victim {
  let revival = Promise.resolve();
  const dead: Victim = {
    kind,
    isDown: false,
    async kill() {
      dead.isDown = true;
      await kill();
      revival = insist(revive).then(() => {
        dead.isDown = false;
      });
      // Whoever waits for `back` is told of a failure; until then it must not end this process.
      revival.catch(() => undefined);
    },
    back: () => revival,
  };
  return dead;
}

async function insist(revive: () => Promise<void>): Promise<void> {
  const end = Date.now() + REVIVAL_MS;
  for (;;) {
    try {
      await revive();
      return;
    } catch (error) {
      if (Date.now() > end) {
        throw error;
      }
      await sleep(REVIVAL_PAUSE_MS);
    }
  }
}

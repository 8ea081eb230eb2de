import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '../support/processes/children.js';
import type { KillablePostgres } from '../support/database/killable-postgres.js';
import type { Stack } from '../support/processes/stack.js';
import type { KillableQueue } from './killable-queue.js';

/**
 * What may die. `queue`: a Redis is killed and comes back empty; a queue in Postgres loses all its jobs. `freeze`: a worker
 * does not run for longer than any lease, and then goes on as if nothing had happened.
 */
export const KINDS = ['worker', 'gateway', 'scheduler', 'postgres', 'queue', 'freeze'] as const;
export type Kind = (typeof KINDS)[number];

/** One part of the running product: it is killed, and somebody (a supervisor, Kubernetes) brings it back. */
export interface Victim {
  kind: Kind;
  /** Between its death and its return. */
  isDown: boolean;
  /** Resolves when it is dead; it comes back by itself. @param luck  0..1, decides what is left open, such as a duration */
  kill(luck?: number): Promise<void>;
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
/** A freeze is longer than the lease of the product (10 s) and of the lab. */
const MIN_FREEZE_MS = 11_000;
const MAX_FREEZE_MS = 20_000;

/** Everything of a stack that can be killed, one victim for each process. */
export function victimsOf(stack: Stack, postgres: KillablePostgres, queue: KillableQueue): Victim[] {
  const kinds: Kind[] = ['worker', 'gateway', 'scheduler'];
  const processes = stack.children.flatMap((child) => {
    const kind = kinds.find((name) => name === child.name);
    return kind ? victimsOfProcess(stack, kind, child) : [];
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

/** The death of a process, and of a worker its freeze too. The two never meet: a frozen worker counts as down. */
function victimsOfProcess(stack: Stack, kind: Kind, first: Child): Victim[] {
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
  const frozen = victim(
    'freeze',
    async () => {
      process.kill(child.pid, 'SIGSTOP');
    },
    async (luck) => {
      await sleep(MIN_FREEZE_MS + luck * (MAX_FREEZE_MS - MIN_FREEZE_MS));
      process.kill(child.pid, 'SIGCONT');
    },
  );
  const isDown = (): boolean => dead.isDown || frozen.isDown;
  const killable: Victim = {
    ...dead,
    get isDown() {
      return isDown();
    },
    async restart() {
      const code = await child.end('SIGTERM');
      if (code !== 0) {
        throw new Error(`${kind} ended with ${code} when it was asked to`);
      }
      child = await stack.replace(child);
    },
  };
  const freezable: Victim = {
    ...frozen,
    get isDown() {
      return isDown();
    },
  };
  return kind === 'worker' ? [killable, freezable] : [killable];
}

function victim(kind: Kind, kill: () => Promise<void>, revive: (luck: number) => Promise<void>): Victim {
  let revival = Promise.resolve();
  const dead: Victim = {
    kind,
    isDown: false,
    async kill(luck = 0) {
      dead.isDown = true;
      await kill();
      revival = insist(() => revive(luck)).then(() => {
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

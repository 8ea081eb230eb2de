import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '../../test/support/processes/children.js';
import type { MortalPostgres } from '../../test/support/database/killable-postgres.js';
import type { Stack } from '../../test/support/processes/stack.js';
import type { KillableQueue } from '../../test/support/queue/killable-queue.js';

/**
 * Kinds of deaths. `queue`: a Redis is killed and comes back empty; a queue in Postgres loses all its jobs. `freeze`: a
 * worker stops for longer than any lease, and then continues as before; `stall`: a gateway or scheduler does. `postgres`: the server, or the coordinator of
 * Citus. `shards`: another server of Citus.
 */
export const KINDS = ['worker', 'gateway', 'scheduler', 'postgres', 'shards', 'queue', 'freeze', 'stall'] as const;
export type Kind = (typeof KINDS)[number];

/** One part of the running product: it is killed, and a supervisor or Kubernetes brings it back. */
export interface Victim<K extends string = Kind> {
  kind: K;
  /** Between its death and its return. */
  isDown: boolean;
  /** Resolves when it is dead; it comes back by itself. @param luck  0..1, decides what is left open, such as a duration */
  kill(luck?: number): Promise<void>;
  /** Resolves when it is back, if it was killed. */
  back(): Promise<void>;
  /**
   * Ends it in an orderly way and starts it again, as an update does; only processes of the product.
   *
   * @throws Error when it does not end well
   */
  restart?(): Promise<void>;
  /** From now on its end is nothing that is reported. */
  release?(): void;
}

/** A process that starts while the database is away ends again; whoever supervises it tries once more. */
const REVIVAL_MS = 600_000;
const REVIVAL_PAUSE_MS = 500;
/** A freeze is longer than the lease of the product (10 s) and of the lab. */
const MIN_FREEZE_MS = 11_000;
const MAX_FREEZE_MS = 20_000;

/** Receives the end of a process that was not asked for, with the end of its log. */
type Report = (line: string) => void;

/** Everything of a stack that can be killed, one victim for each process. */
export function victimsOf(stack: Stack, postgres: MortalPostgres, queue: KillableQueue, report: Report): Victim[] {
  const kinds: Kind[] = ['worker', 'gateway', 'scheduler'];
  const processes = stack.children.flatMap((child) => {
    const kind = kinds.find((name) => name === child.name);
    return kind ? victimsOfProcess(stack, kind, child, report) : [];
  });
  return [
    ...processes,
    victim(
      'postgres',
      (luck) => postgres.kill(luck),
      () => postgres.startAgain(),
    ),
    ...(postgres.shards ?? []).map((server) =>
      victim(
        'shards',
        (luck) => server.kill(luck),
        () => server.startAgain(),
      ),
    ),
    victim(
      'queue',
      () => queue.kill(),
      () => queue.startAgain(),
    ),
  ];
}

/** The death of a process, and its freeze. The two never meet: a frozen process counts as down. */
function victimsOfProcess(stack: Stack, kind: Kind, first: Child, report: Report): Victim[] {
  let child = first;
  /** Ended by this harness, so its end is no news. */
  const ending = new Set<Child>();
  const dead = victim(
    kind,
    async () => {
      ending.add(child);
      await child.end('SIGKILL');
    },
    async () => watch(await stack.replace(child)),
  );
  const watch = (started: Child): void => {
    child = started;
    void started.ended.then((code) => {
      if (!ending.has(started) && !dead.isDown) {
        report(`${kind} ended by itself with ${code}:\n${started.lastLines()}`);
        void dead.kill();
      }
    });
  };
  watch(first);
  const frozen = victim(
    kind === 'worker' ? 'freeze' : 'stall',
    () => signal(child, 'SIGSTOP'),
    async (luck) => {
      await sleep(MIN_FREEZE_MS + luck * (MAX_FREEZE_MS - MIN_FREEZE_MS));
      await signal(child, 'SIGCONT');
    },
  );
  const isDown = (): boolean => dead.isDown || frozen.isDown;
  const killable: Victim = {
    ...dead,
    get isDown() {
      return isDown();
    },
    async restart() {
      ending.add(child);
      const code = await child.end('SIGTERM');
      if (code !== 0) {
        throw new Error(`${kind} ended with ${code} when it was asked to`);
      }
      watch(await stack.replace(child));
    },
    release: () => void ending.add(child),
  };
  const freezable: Victim = {
    ...frozen,
    get isDown() {
      return isDown();
    },
  };
  return [killable, freezable];
}

/** One that has just ended by itself gets no signal; its end is reported elsewhere. */
async function signal(child: Child, name: NodeJS.Signals): Promise<void> {
  try {
    process.kill(child.pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) {
      throw error;
    }
  }
}

function victim(kind: Kind, kill: (luck: number) => Promise<void>, revive: (luck: number) => Promise<void>): Victim {
  return makeVictim(kind, kill, (luck) => insist(() => revive(luck)));
}

/**
 * Something that happens and is over by itself.
 *
 * @param begin  resolves when it has begun
 * @param end    resolves when it is over; until then it does not happen again
 */
export function makeVictim<K extends string>(
  kind: K,
  begin: (luck: number) => Promise<void>,
  end: (luck: number) => Promise<void>,
): Victim<K> {
  let ending = Promise.resolve();
  const happening: Victim<K> = {
    kind,
    isDown: false,
    async kill(luck = 0) {
      happening.isDown = true;
      await begin(luck);
      ending = end(luck).then(() => {
        happening.isDown = false;
      });
      // `back` reports a failure; until then it must not end this process.
      ending.catch(() => undefined);
    },
    back: () => ending,
  };
  return happening;
}

/** Tries again until it works. @throws the last error after ten minutes */
export async function insist(revive: () => Promise<void>): Promise<void> {
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

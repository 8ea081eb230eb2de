import { setTimeout as sleep } from 'node:timers/promises';
import { MicroBatcher } from '#platform/async';

/** How long a read waits for the replica to have everything that is committed, and the first pause between two looks. */
const CATCH_UP_MS = 200;
const FIRST_PAUSE_MS = 5;
/** A replica that did not catch up is not waited for during this time. */
const REST_MS = 1000;
/** An age is measured at most this often. */
const MEASURE_MS = 1000;
const MAX_CALLERS = 10_000;

/** Positions of servers in the log, in bytes. */
export interface Positions {
  /** The position that the primary has on its disk: every commit that was answered. */
  ofPrimary(): Promise<number>;
  /** The position that the replica shows. */
  ofReplica(): Promise<number>;
}

/** A moment at which the primary was at a position; ms of the monotonic clock. */
interface Mark {
  at: number;
  position: number;
}

/** A caller that waits for the replica, and the outcome. */
interface Caller {
  isCurrent: boolean;
  error?: unknown;
}

/** The replica shows what the primary never had: it followed another primary. */
export class DivergedError extends Error {
  constructor() {
    super('The replica is ahead of the primary: it follows another server');
    this.name = 'DivergedError';
  }
}

/**
 * How far a replica is behind. Both servers are asked, because a replica without its primary cannot tell: it has replayed
 * all that it received. No clock of a server is compared with another.
 */
export class ReplicaPosition {
  private marks: Mark[] = [];
  private restsUntil = 0;
  private measured: { at: number; done: Promise<number | undefined> } | undefined;
  private readonly batcher: MicroBatcher<Caller>;

  constructor(
    private readonly positions: Positions,
    private readonly maxAgeMs: number,
  ) {
    this.batcher = new MicroBatcher((callers) => this.awaitAll(callers), 0, MAX_CALLERS);
  }

  /**
   * Tests if the replica shows everything that was committed before the call; waits a moment for it.
   *
   * @throws DivergedError, or what the replica answers
   */
  async catchUp(): Promise<boolean> {
    const caller: Caller = { isCurrent: false };
    if (performance.now() >= this.restsUntil) {
      await this.batcher.add(caller);
    }
    if (caller.error !== undefined) {
      throw caller.error;
    }
    return caller.isCurrent;
  }

  /**
   * How old the state of the replica is at most, in ms.
   *
   * @returns undefined when it is not known, or older than the limit
   * @throws DivergedError, or what the replica answers
   */
  async findAge(): Promise<number | undefined> {
    const now = performance.now();
    if (this.measured === undefined || now - this.measured.at >= MEASURE_MS) {
      this.measured = { at: now, done: this.measure() };
    }
    const asOf = await this.measured.done;
    const age = asOf === undefined ? Infinity : performance.now() - asOf;
    return age <= this.maxAgeMs ? age : undefined;
  }

  /** All that was measured is of other servers now. */
  forget(): void {
    this.marks = [];
    this.measured = undefined;
  }

  private async awaitAll(callers: readonly Caller[]): Promise<void> {
    let answer: Caller;
    try {
      answer = { isCurrent: await this.awaitPrimary() };
    } catch (error) {
      answer = { isCurrent: false, error };
    }
    if (!answer.isCurrent) {
      this.restsUntil = performance.now() + REST_MS;
    }
    callers.forEach((caller) => Object.assign(caller, answer));
  }

  private async awaitPrimary(): Promise<boolean> {
    const before = await this.positions.ofReplica();
    const target = await this.markPrimary(before);
    if (target === undefined) {
      return false;
    }
    const end = performance.now() + CATCH_UP_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      if ((await this.positions.ofReplica()) >= target) {
        return true;
      }
      if (performance.now() + pauseMs > end) {
        return false;
      }
      await sleep(pauseMs);
    }
  }

  /** @returns the moment, ms of the monotonic clock, whose commits the replica shows */
  private async measure(): Promise<number | undefined> {
    const before = await this.positions.ofReplica();
    // Without its primary the replica may still serve what is young enough.
    await this.markPrimary(before);
    const position = await this.positions.ofReplica();
    const shown = this.marks.findLastIndex((mark) => mark.position <= position);
    this.marks = this.marks.slice(Math.max(0, shown));
    return shown < 0 ? undefined : this.marks[0]?.at;
  }

  /** @returns undefined when the primary does not answer */
  private async markPrimary(before: number): Promise<number | undefined> {
    const at = performance.now();
    const position = await this.positions.ofPrimary().catch(() => undefined);
    if (position === undefined) {
      return undefined;
    }
    if (before > position) {
      throw new DivergedError();
    }
    this.marks.push({ at, position });
    const oldest = at - this.maxAgeMs;
    this.marks = this.marks.filter((mark, index) => mark.at >= oldest || index === this.marks.length - 1);
    return position;
  }
}

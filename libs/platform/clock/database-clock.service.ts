import type { OnModuleDestroy } from '@nestjs/common';
import type { Database } from '#platform/db';
import type { MetricSource } from '#platform/health';
import { ClockService, type Logger, reportFault } from '#platform/runtime';
import { DatabaseTimeRepository } from './database-time.repository.js';

/** How often the database is asked for its time. */
const READ_INTERVAL_MS = 10_000;
/** Readings at the start. The first may open a connection; those that follow are closer. */
const START_READINGS = 3;
/** The wall clock was set, or the machine was paused, when its progress differs by more from that of the other. */
const JUMP_MS = 1000;
/** Pause after a reading that a jump has caused, so that a database that is away is not asked at every call. */
const JUMP_PAUSE_MS = 1000;
/** From this difference on the log and `herald doctor` tell. */
export const TOLD_OFFSET_MS = 2000;
/** With a larger difference no process starts. */
export const MAX_OFFSET_MS = 10_000;

/** The clocks of this machine, in milliseconds. */
export interface LocalClocks {
  /** Since 1970; it may be wrong, and may be set at any moment. */
  wall(): number;
  /** Since any moment; it is never set, and stands still while the machine is paused. */
  monotonic(): number;
}

const MACHINE_CLOCKS: LocalClocks = { wall: () => Date.now(), monotonic: () => performance.now() };

/** The three clocks at one moment. */
interface Reading {
  database: number;
  wall: number;
  monotonic: number;
}

/**
 * The time of the database, as every process knows it without asking: its last reading, and the progress of the
 * monotonic clock since. So the clock of no single process decides what is stored or compared with stored times.
 *
 * The wall clock has no say, but a jump of it causes a new reading. After a pause of the machine this clock is behind
 * for the length of that reading. To be behind is harmless: a send is due at once, and a retry does not end early.
 */
export class DatabaseClock extends ClockService implements OnModuleDestroy {
  private readonly times: DatabaseTimeRepository;
  private reading: Reading | undefined;
  private underway: Promise<void> | undefined;
  private nextJumpReading = Number.NEGATIVE_INFINITY;
  private latestMs = 0;
  private isTold = false;
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    db: Database,
    private readonly logger: Logger,
    private readonly local: LocalClocks,
  ) {
    super();
    this.times = new DatabaseTimeRepository(db);
  }

  /**
   * Reads the clock of the database, and again every ten seconds until the module is destroyed.
   *
   * @param local  the clocks of the machine, in tests others
   * @throws AppError unavailable
   */
  static async open(db: Database, logger: Logger, local: LocalClocks = MACHINE_CLOCKS): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db, logger, local);
    for (let reading = 0; reading < START_READINGS; reading += 1) {
      await clock.read();
    }
    clock.timer = setInterval(() => void clock.refresh(), READ_INTERVAL_MS).unref();
    return clock;
  }

  /** Never steps back by less than a second, so that what was due stays due. */
  override now(): Date {
    const monotonic = this.local.monotonic();
    const reading = this.getReading();
    const elapsed = monotonic - reading.monotonic;
    if (Math.abs(this.local.wall() - reading.wall - elapsed) > JUMP_MS && monotonic >= this.nextJumpReading) {
      this.nextJumpReading = monotonic + JUMP_PAUSE_MS;
      void this.refresh();
    }
    const ms = reading.database + elapsed;
    this.latestMs = ms < this.latestMs && this.latestMs - ms < JUMP_MS ? this.latestMs : ms;
    return new Date(this.latestMs);
  }

  /** By how much the wall clock of this machine was ahead of the database's at the last reading; negative: behind. */
  get offsetMs(): number {
    const { wall, database } = this.getReading();
    return wall - database;
  }

  /** @throws Error when the clock of this machine is more than ten seconds off; a process should not start then */
  assertNearDatabase(): void {
    if (Math.abs(this.offsetMs) > MAX_OFFSET_MS) {
      throw new Error(
        `The clock of this machine is ${describeOffset(this.offsetMs)}, more than ${MAX_OFFSET_MS / 1000} s: set it right (NTP) and start again`,
      );
    }
  }

  metric(): MetricSource {
    return {
      name: 'herald_clock_offset_seconds',
      help: "By how much the clock of the process is ahead of the database's; it decides nothing. Above 2: set it right",
      read: () => [{ value: this.offsetMs / 1000 }],
    };
  }

  /** Asks the database now. When it is away, the clock goes on from the last reading. */
  async refresh(): Promise<void> {
    this.underway ??= this.read()
      .catch((error: unknown) =>
        reportFault(this.logger, 'the clock of the database cannot be read', error, { level: 'debug' }),
      )
      .finally(() => (this.underway = undefined));
    return this.underway;
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /**
   * The answer was made at a moment between question and answer. So the time is now at least the one in it, and at most
   * that plus the round trip. What is known is moved into these bounds only, so a slow answer makes nothing worse.
   */
  private async read(): Promise<void> {
    const asked = this.local.monotonic();
    const answer = await this.times.readTime();
    const monotonic = this.local.monotonic();
    const roundTrip = monotonic - asked;
    const expected = this.reading ? this.reading.database + monotonic - this.reading.monotonic : answer + roundTrip / 2;
    const database = Math.min(Math.max(expected, answer), answer + roundTrip);
    this.reading = { database, wall: this.local.wall(), monotonic };
    this.tell();
  }

  /** Logs once when the difference becomes too large, and when it is small again. */
  private tell(): void {
    const isFar = Math.abs(this.offsetMs) > TOLD_OFFSET_MS;
    if (isFar !== this.isTold) {
      this.isTold = isFar;
      const fields = { offsetMs: Math.round(this.offsetMs) };
      if (isFar) {
        this.logger.warn(fields, `the clock of this machine is ${describeOffset(this.offsetMs)}`);
      } else {
        this.logger.info(fields, "the clock of this machine is again that of the database's");
      }
    }
  }

  private getReading(): Reading {
    if (!this.reading) {
      throw new Error('The clock of the database was not read');
    }
    return this.reading;
  }
}

/** Describes an offset like `3.0 s ahead of the database's`. */
export function describeOffset(offsetMs: number): string {
  return `${(Math.abs(offsetMs) / 1000).toFixed(1)} s ${offsetMs > 0 ? 'ahead of' : 'behind'} the database's`;
}

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseClock } from '#platform/clock';
import type { Database } from '#platform/db';
import { type ClockService, createLogger } from '#platform/runtime';
import { migrate } from '../../../migrations/data-source.js';
import { EnvironedPostgres } from '../database/environed-postgres.js';
import { setClock, wrongClockEnv } from '../processes/wrong-clock.js';

/** A database and a process whose time runs faster than the real one: neither knows of it. */
export class FastClock {
  private aheadMs = 0;

  private constructor(
    private readonly folder: string,
    private readonly postgres: EnvironedPostgres,
  ) {}

  /** Starts a migrated database in the present. */
  static async start(): Promise<FastClock> {
    const folder = await mkdtemp(join(tmpdir(), 'herald-fast-'));
    // The user of the server reads the file.
    await chmod(folder, 0o755);
    const file = join(folder, 'clock');
    await setClock(file, 0);
    const clock = new FastClock(folder, await EnvironedPostgres.start(wrongClockEnv(file)));
    await migrate(clock.url);
    return clock;
  }

  get url(): string {
    return this.postgres.url;
  }

  /** The time of database and process, in epoch ms. */
  now(): number {
    return Date.now() + this.aheadMs;
  }

  /** Opens the clock of a process, as processes have it: the time of the database, and the progress of the machine since. */
  openClock = (db: Database): Promise<ClockService> =>
    DatabaseClock.open(db, createLogger('fast', 'silent'), {
      wall: () => this.now(),
      monotonic: () => performance.now() + this.aheadMs,
    });

  /** Moves the time of database and process on; at once both show it. */
  async moveTo(at: number): Promise<void> {
    const aheadMs = Math.round(at - Date.now());
    await setClock(join(this.folder, 'clock'), aheadMs / 1000);
    this.aheadMs = aheadMs;
  }

  async stop(): Promise<void> {
    await this.postgres.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

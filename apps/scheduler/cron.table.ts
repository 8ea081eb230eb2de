import type { SweepService } from '#libs/delivery';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Database } from '#platform/db';
import { ensurePartitions } from '#platform/partitions';

/** Work that comes with time. Each entry may run in several schedulers at once. */
export interface Recurring {
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}

const HOUR_MS = 3_600_000;

/** The one list of recurring work. */
export function cronTable(config: Config, db: Database, clock: Clock, sweeps: SweepService): Recurring[] {
  return [
    { name: 'sweep for open work', everyMs: config.SWEEP_MS, run: () => sweeps.sweep() },
    { name: 'day partitions', everyMs: HOUR_MS, run: () => ensurePartitions(db, clock.now()) },
  ];
}

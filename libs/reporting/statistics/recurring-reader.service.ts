import { Injectable } from '@nestjs/common';
import type { SeriesRule } from '#libs/delivery';
import { type CampaignRun, listRuns, SeriesReportRepository } from '#libs/delivery/recurring';
import { Database } from '#platform/db';
import { mergeRuns } from './recurring-summary.js';

/** @property next  times of the next runs */
export interface RecurringRuns {
  rule: SeriesRule;
  next: Date[];
  runs: CampaignRun[];
  missed: number;
}

const MAX_RUNS = 100;
const NEXT = 5;

/** Reads recurring campaigns for screens. */
@Injectable()
export class RecurringReaderService {
  constructor(
    private readonly db: Database,
    private readonly recurring: SeriesReportRepository,
  ) {}

  /** The runs of a campaign, the newest first, and those to come; null: it does not recur. */
  async get(appId: number, key: number): Promise<RecurringRuns | null> {
    return this.db.reads.within('current', async () => {
      const [series] = await this.recurring.find(appId, [key]);
      if (!series) {
        return null;
      }
      const { rule, nextAt, nextWall: wall, nextNumber: number, missedCount: missed } = series;
      const later = wall === null || number === null ? [] : listRuns(rule, { wall, number }, NEXT - 1);
      const next = nextAt === null ? [] : [nextAt, ...later.map(({ dueAt }) => dueAt)];
      return {
        rule,
        next,
        missed,
        runs: mergeRuns(await this.recurring.listRuns(appId, key, MAX_RUNS), series, MAX_RUNS),
      };
    });
  }
}

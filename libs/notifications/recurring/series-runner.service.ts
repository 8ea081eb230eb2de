import { Inject, Injectable } from '@nestjs/common';
import { DispatchIntakeService, type ApprovalNeed } from '#libs/delivery';
import {
  findDueRun,
  findNextRun,
  placeRun,
  SeriesRepository,
  skipPast,
  toRun,
  type LockedSeries,
} from '#libs/delivery/recurring';
import { LOGGER } from '#platform/app';
import { Recurring, StopSignal } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { type Logger, reportFault } from '#platform/runtime';
import { ApprovalService } from '#libs/notifications/approvals';
import { SeriesHoldService } from './series-hold.service.js';

/** Delay at most until a run that is due is made. */
const CHECK_MS = 1_000;
const BATCH_SIZE = 100;

/**
 * Makes the runs of recurring campaigns. A run is stored in the transaction that moves its series on, under the lock of the
 * series: schedulers that look at once, or die in between, make each run once.
 */
@Injectable()
export class SeriesRunnerService {
  constructor(
    private readonly db: Database,
    private readonly series: SeriesRepository,
    private readonly intake: DispatchIntakeService,
    private readonly approvals: ApprovalService,
    private readonly holds: SeriesHoldService,
    private readonly stopSignal: StopSignal,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Series that cannot go on do not hold up the others. @returns the number of runs */
  @Recurring('series.run', CHECK_MS)
  async runDue(): Promise<number> {
    let runs = 0;
    for (const { appId, notificationKey } of await this.series.listDue(BATCH_SIZE)) {
      if (this.stopSignal.signal.aborted) {
        break;
      }
      try {
        runs += (await this.runOne(appId, notificationKey)) ? 1 : 0;
      } catch (error) {
        const fields = { level: 'error', appId, notificationKey } as const;
        reportFault(this.logger, 'a run of a recurring campaign was not made', error, fields);
      }
    }
    return runs;
  }

  /** @returns whether a run was made */
  private async runOne(appId: number, key: number): Promise<boolean> {
    const seen = await this.series.find(appId, key);
    // Counted before the transaction, which is short.
    const hold = seen?.next && seen.askedId === null ? await this.holds.find(seen) : null;
    const dispatchIds = await this.intake.allocateDispatchIds(seen?.request.contents?.length ?? 1);
    return this.db.tx(async (tx) => {
      const series = await this.series.claim(tx, appId, key);
      if (!series || series.isPaused || series.next?.number !== seen?.next?.number) {
        return false;
      }
      if (series.askedState !== null) {
        await this.settleAsked(tx, series);
        return false;
      }
      return this.storeRun(tx, series, dispatchIds, hold);
    });
  }

  private async storeRun(
    tx: Tx,
    series: LockedSeries,
    dispatchIds: readonly number[],
    hold: ApprovalNeed | null,
  ): Promise<boolean> {
    if (!series.next || series.next.dueAt > series.now) {
      return false;
    }
    const { appId, notificationKey, rule, author } = series;
    const { due, missed, next } = findDueRun(rule, series.next, series.now);
    for (const { dispatchId, send } of placeRun(toRun(series, due, hold), dispatchIds)) {
      await this.intake.accept(tx, dispatchId, send);
    }
    if (hold) {
      const approvalId = await this.approvals.nextApprovalId(tx);
      const { by, behind } = author;
      const send = { approvalId, dispatchIds: [...dispatchIds], needed: hold.needed };
      await this.approvals.recordRequest(tx, { appId, by, behind }, send);
    }
    await this.series.advance(tx, notificationKey, { next, missed, hasRun: true });
    const fields = { appId, dispatchIds, notificationKey, missed: missed.length, waits: hold !== null };
    tx.afterCommit(async () => this.logger.info(fields, 'run of a recurring campaign'));
    return true;
  }

  /** An approval of the first run is for the series: it goes on with the next one. Without it the series ends. */
  private async settleAsked(tx: Tx, series: LockedSeries): Promise<void> {
    const { appId, notificationKey, rule } = series;
    if (series.askedState === 'ended') {
      await this.series.stop(tx, appId, [notificationKey]);
    } else if (series.askedState === 'approved') {
      const { next, passed } = skipPast(rule, series.next && findNextRun(rule, series.next), series.now);
      await this.series.advance(tx, notificationKey, { next, missed: passed, hasRun: true });
    }
  }
}

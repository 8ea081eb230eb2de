import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { HOUR_MS, Recurring, StopSignal, WorkQueue } from '#platform/background';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { CHECK_WORK, CampaignCheckRepository } from './campaign-check.repository.js';
import type { CheckedCampaign, CheckReader, SeenCheck, SeenForecast, StoredCheck } from './campaign-check.types.js';
import { CampaignForecastService } from './campaign-forecast.service.js';

/** A longer check is left to the schedulers, so that a large audience takes no time of the gateway. */
const QUICK_MS = 5000;
/** How soon a check reports its share, and learns that no one asks for it any more. */
const TOUCH_MS = 700;
/** A member has a few pages open. */
const MAX_OPEN = 3;
/** Processes that have died or failed over one check. */
const MAX_RUNS = 5;
const UNCOUNTED = new AppError('unavailable', 'It could not be counted. Check it again');
/** A check is of its moment; what it has of the message goes with it. */
const RETENTION_MS = 24 * 3_600_000;
const BATCH_SIZE = 1000;
/** Delay at most until the check of a large campaign begins; a member waits for it. */
const CHECK_MS = 500;

/** Checks of campaigns: those that a launch would reach now, counted as a job that survives its process. */
@Injectable()
export class CampaignCheckService {
  private readonly queue: WorkQueue;

  constructor(
    private readonly repository: CampaignCheckRepository,
    private readonly forecasts: CampaignForecastService,
    private readonly clock: ClockService,
    db: Database,
    stopSignal: StopSignal,
  ) {
    this.queue = new WorkQueue(db, stopSignal, CHECK_WORK);
  }

  /**
   * Begins a check. That of a small audience has ended when this returns. A member's oldest open ones end for it.
   *
   * @param quick  ends when the count should go on in a scheduler
   * @throws AppError for a campaign that cannot be counted, as `CampaignForecastService.forecast`
   */
  async start(
    reader: CheckReader,
    campaign: CheckedCampaign,
    quick = AbortSignal.timeout(QUICK_MS),
  ): Promise<StoredCheck> {
    const check = await this.repository.insert(reader, campaign);
    await this.repository.stopOlder(reader, MAX_OPEN);
    const fault = await this.count(check, quick);
    if (fault !== undefined) {
      await this.repository.delete(check);
      throw fault;
    }
    return this.get(reader, check.checkId);
  }

  /** The newest check of a campaign by this member, under way or done in the last minutes. */
  async findNewest(reader: CheckReader, hash: string, freshSeconds: number): Promise<StoredCheck | undefined> {
    return this.repository.findNewest(reader, hash, freshSeconds);
  }

  /** @throws AppError unknown_id for what there is not, or someone else asked for */
  async get(reader: CheckReader, checkId: number): Promise<StoredCheck> {
    const check = await this.repository.find(reader, checkId);
    if (!check) {
      throw new AppError('unknown_id', `There is no check ${checkId}`);
    }
    return check;
  }

  /**
   * The check that someone goes by: a launch draws the same users, and knows what their message lacks.
   *
   * @throws AppError changed_meanwhile where there is no such check any more
   */
  async getSeen(reader: CheckReader, seen: SeenForecast): Promise<SeenCheck> {
    const check = await this.repository.findSeen(reader, seen);
    if (check === undefined) {
      throw new AppError('changed_meanwhile', 'There is no such check any more. Check it again', { field: 'planned' });
    }
    return check;
  }

  /** Ends a check that no one waits for. One that has ended stays as it is. @throws AppError as `get` */
  async stop(reader: CheckReader, checkId: number): Promise<void> {
    if (!(await this.repository.stop(reader, checkId))) {
      await this.get(reader, checkId);
    }
  }

  /** Counts what waits, one after the other, until nothing does or the process stops. */
  @Recurring('checks.run', CHECK_MS)
  async runDue(): Promise<void> {
    await this.queue.runDue(
      (tx, claim) => this.repository.beginRun(tx, claim),
      async (check, signal) => {
        const fault = check.epoch > MAX_RUNS ? UNCOUNTED : await this.count(check, signal);
        if (fault !== undefined) {
          await this.repository.end(check, { message: fault.message, field: fault.field ?? null });
        }
      },
    );
  }

  @Recurring('checks.expire', HOUR_MS)
  async deleteExpired(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - RETENTION_MS);
    for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE;) {
      deleted = await this.repository.deleteBefore(before, BATCH_SIZE);
    }
  }

  /**
   * Counts a claimed check and writes down the outcome. Without the time for it another process goes on with it.
   *
   * @param limit  ends when this process should not go on
   * @returns a refusal of the campaign
   */
  private async count(check: StoredCheck, limit: AbortSignal): Promise<AppError | undefined> {
    const stopped = new AbortController();
    const ended = new AbortController();
    const progress = { share: 0 };
    const touching = this.touch(check, progress, stopped, ended.signal);
    try {
      const until = AbortSignal.any([limit, stopped.signal]);
      const forecast = await this.forecasts.forecast(check, {
        until,
        onShare: (share) => void (progress.share = share),
      });
      await this.repository.end(check, forecast);
      return undefined;
    } catch (error) {
      if (limit.aborted || stopped.signal.aborted) {
        await this.queue.release({ ...check, id: check.checkId });
        return undefined;
      }
      if (error instanceof AppError) {
        return error;
      }
      await this.queue.release({ ...check, id: check.checkId });
      throw error;
    } finally {
      ended.abort();
      await touching;
    }
  }

  /** Reports the share until the count has ended, and stops it when no one asks any more. */
  private async touch(
    check: StoredCheck,
    progress: { readonly share: number },
    stopped: AbortController,
    ended: AbortSignal,
  ): Promise<void> {
    while (await sleep(TOUCH_MS, true, { signal: ended }).catch(() => false)) {
      const isOpen = await this.repository.touch(check, progress.share).catch(() => true);
      if (!isOpen) {
        stopped.abort();
        return;
      }
    }
  }
}

import { Injectable } from '@nestjs/common';
import { isPlatform, PLATFORMS } from '#libs/content';
import { STATUSES } from '#libs/delivery';
import { ApplicationService } from '#libs/tenancy';
import { ClockService } from '#platform/runtime';
import type { ResultFilter, ResultStatus } from './reporting.types.js';
import { readCursor } from './result-cursor.js';
import { type KeySends, ResultRepository, type ResultWindow } from './result.repository.js';

const DAY_MS = 24 * 3600 * 1000;
/** Without `start` and `end`: the last two weeks (specification, section 4.5). */
const DEFAULT_WINDOW_MS = 14 * DAY_MS;
/** The longest time to live of a message after its launch. */
const MAX_TTL_MS = 28 * DAY_MS;
/** Sends of a key whose ids are listed in a statement. */
const MAX_LISTED_SENDS = 1000;

const STORED_STATUSES: Record<Exclude<ResultStatus, 'OPEN'>, readonly number[]> = {
  SUCCESS: [STATUSES.success],
  FAILED: [STATUSES.failed],
  SKIPPED: [STATUSES.skipped],
};
const FINAL_STATUSES = [STATUSES.success, STATUSES.failed];

/** Bounds of a page: the time that the filter, the sends and the retention of the application leave. */
@Injectable()
export class ResultWindowService {
  constructor(
    private readonly results: ResultRepository,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  /** Older results than the application keeps are not shown, even while their partition exists. */
  async open(appId: number, filter: ResultFilter, limit: number): Promise<ResultWindow> {
    const { settings } = await this.applications.getApplication(appId);
    const now = this.clock.now();
    const startOrDefault = filter.start ?? new Date((filter.end ?? now).getTime() - DEFAULT_WINDOW_MS);
    const endOrNow = filter.end ?? now;
    const [earliest, end] = startOrDefault <= endOrNow ? [startOrDefault, endOrNow] : [endOrNow, startOrDefault];
    const oldest = new Date(Math.max(earliest.getTime(), now.getTime() - settings.retention.results * DAY_MS));
    const sends = await this.findSends(appId, filter);
    const isListed = sends !== null && sends.dispatchIds.length <= MAX_LISTED_SENDS;
    // A key is read in the span of its sends alone. They finish after their last result, here by another clock.
    const isLater = isListed && sends.from !== null && sends.from > oldest;
    const start = isLater ? (sends.from ?? oldest) : oldest;
    const last = isListed && sends.to ? new Date(Math.min(end.getTime(), sends.to.getTime() + DAY_MS)) : end;
    return {
      appId,
      dayTo: toDay(last),
      dayFrom: toDay(new Date(start.getTime() - (isLater ? 0 : MAX_TTL_MS))),
      start,
      end: last,
      notificationKey: filter.notificationKey ?? null,
      dispatchId: filter.dispatchId ?? null,
      dispatchIds: isListed ? sends.dispatchIds : null,
      statuses: filter.status && filter.status !== 'OPEN' ? STORED_STATUSES[filter.status] : FINAL_STATUSES,
      reason: filter.reason ?? null,
      platform: filter.platform !== undefined && isPlatform(filter.platform) ? PLATFORMS[filter.platform].number : null,
      after: filter.offset === undefined ? null : readCursor(filter.offset),
      limit,
    };
  }

  private async findSends(appId: number, { notificationKey, dispatchId }: ResultFilter): Promise<KeySends | null> {
    if (dispatchId !== undefined) {
      return this.results.findSend(appId, dispatchId);
    }
    return notificationKey === undefined ? null : this.results.findSends(appId, notificationKey, MAX_LISTED_SENDS);
  }
}

function toDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

import { Injectable } from '@nestjs/common';
import type { DispatchRequest } from '#libs/delivery';
import { DueTimeService } from '#libs/delivery/control';
import { SeriesRepository, toRun } from '#libs/delivery/recurring';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import type { CampaignRequest } from '#libs/notifications/campaigns';
import { NotificationDefinitionService } from '../definitions/notification-definition.service.js';
import { CampaignCheckService } from './campaign-check.service.js';
import type { CheckReader, StoredCheck } from './campaign-check.types.js';

/** A count that is older is made again. */
const FRESH_SECONDS = 600;

/** Forecasts campaigns that were stored and have not begun. */
@Injectable()
export class ScheduledForecastService {
  constructor(
    private readonly times: DueTimeService,
    private readonly series: SeriesRepository,
    private readonly checks: CampaignCheckService,
    private readonly definitions: NotificationDefinitionService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Counts the people that a stored campaign would reach now. The member's count of the last ten minutes is given again, unless a
   * fresh one is asked for.
   *
   * @throws AppError unknown_key; wrong_state for a campaign that has begun or ended; as `CampaignCheckService.start`
   */
  async count(reader: CheckReader, key: number, { isFresh }: { isFresh: boolean }): Promise<StoredCheck> {
    await this.definitions.getStored(reader.appId, 'campaign', key);
    const series = await this.series.find(reader.appId, key);
    const run = series?.next && series.askedId === null ? toRun(series, series.next, null) : undefined;
    const contents = run ?? (await this.times.findUnbegun(reader.appId, key));
    const [stored, ...others] = contents;
    if (!stored) {
      throw new AppError('wrong_state', `The campaign ${key} has begun or ended: its figures are on its page`);
    }
    const { notificationKey, options, dueAt, ...request } = stored;
    // It has another time after a move, and so another place of its own in the day.
    const hash = `campaign ${notificationKey} ${dueAt?.toISOString() ?? 'waits'}`;
    const known = isFresh ? undefined : await this.checks.findNewest(reader, hash, FRESH_SECONDS);
    const starts = dueAt ?? (options.startTime === undefined ? null : new Date(options.startTime));
    const startsAt = starts !== null && starts > this.clock.now() ? starts : null;
    return (
      known ??
      this.checks.start(reader, {
        hash,
        startsAt,
        waits: dueAt === null,
        // The earlier runs of the key count for who is left out.
        request: {
          ...request,
          options,
          dueAt,
          ...(run && { notificationKey }),
          ...(others.length > 0 && { content: 0, others: others.map(toContent(run !== undefined)) }),
        },
      })
    );
  }
}

/** @param isRun  the earlier runs of the key count for who is left out */
function toContent(isRun: boolean) {
  return ({ notificationKey, ...request }: DispatchRequest, index: number): CampaignRequest => ({
    ...request,
    ...(isRun && { notificationKey }),
    content: index + 1,
  });
}

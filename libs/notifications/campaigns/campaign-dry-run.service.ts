import { Injectable } from '@nestjs/common';
import { bulkTarget } from '#libs/audience';
import { type DryRunReport, DeliveryDryRunService } from '#libs/delivery/dry-run';
import { listRuns } from '#libs/delivery/recurring';
import type { BulkNotificationDto, ScheduleDto } from './requests/bulk.dto.js';
import { CampaignContentsService } from './campaign-contents.service.js';
import type { CampaignAuthor, CampaignRequest } from './campaign-store.service.js';
import { CampaignService } from './campaign.service.js';
import type { Recurrence } from './recurrence.js';
import type { ContentsCampaignDto } from './requests/contents.dto.js';

/** A run to come. @property planned  recipients that it would have now */
export interface ForecastRun {
  dueAt: Date;
  planned: number;
}

/** Runs that a forecast names. */
const RUNS = 5;

/**
 * @property schedule  when the campaign would begin, and in which zone its time was read; `runs`: the next ones
 * @property leftOut   users who match and are not planned, by reason
 */
export interface CampaignDryRun extends DryRunReport {
  schedule: { dueAt: Date; timeZone: string | null; runs?: ForecastRun[] };
  leftOut: Record<string, number>;
}

/** The forecast of one content of a campaign. */
export type ContentForecast = Omit<CampaignDryRun, 'schedule'>;

/**
 * @property users    who match the target, each counted once
 * @property reached  those that at least one content reaches, each counted once
 * @property planned  recipients of all contents
 */
export interface ContentsDryRun extends Pick<CampaignDryRun, 'users' | 'planned' | 'schedule'> {
  reached: number;
  contents: ContentForecast[];
}

/** Dry runs of a campaign. */
@Injectable()
export class CampaignDryRunService {
  constructor(
    private readonly campaigns: CampaignService,
    private readonly contents: CampaignContentsService,
    private readonly dryRuns: DeliveryDryRunService,
  ) {}

  /**
   * Forecasts `sendBulkNotification` with this body.
   *
   * @throws AppError as `CampaignService.sendBulk`
   */
  async dryRunBulk(caller: CampaignAuthor, request: BulkNotificationDto): Promise<CampaignDryRun> {
    const prepared = await this.campaigns.prepareBulk(caller, request);
    const { dueAt, zone, recurrence } = await this.campaigns.readSchedule(caller.appId, request);
    const forecast = await this.forecast(prepared);
    const runs = recurrence && listTimes(recurrence).map((time) => ({ dueAt: time, planned: forecast.planned }));
    return { ...forecast, schedule: { dueAt, timeZone: zone, ...(runs && { runs }) } };
  }

  /**
   * Forecasts a campaign with several contents.
   *
   * @throws AppError as `CampaignContentsService.prepare`
   */
  async dryRunContents(caller: CampaignAuthor, request: ContentsCampaignDto): Promise<ContentsDryRun> {
    const { requests } = await this.contents.prepare(caller, request, bulkTarget(request.target));
    const { dueAt, zone, recurrence } = await this.campaigns.readSchedule(caller.appId, request);
    const { contents: forecasts, reached } = await this.dryRuns.forecastContents(requests);
    const contents = forecasts.map(({ notChosen, sampled: _sampled, leftOut, ...report }): ContentForecast => {
      return { ...report, leftOut: sumReasons([...leftOut, ...notChosen]) };
    });
    const planned = contents.reduce((sum, content) => sum + content.planned, 0);
    const runs = recurrence && listTimes(recurrence).map((time) => ({ dueAt: time, planned }));
    return {
      users: contents[0]?.users ?? 0,
      reached,
      planned,
      contents,
      schedule: { dueAt, timeZone: zone, ...(runs && { runs }) },
    };
  }

  private async forecast(prepared: CampaignRequest): Promise<ContentForecast> {
    const { notChosen, sampled: _sampled, ...report } = await this.dryRuns.forecastSend(prepared);
    return { ...report, leftOut: sumReasons([...(await this.dryRuns.countLeftOut(prepared)), ...notChosen]) };
  }

  /** When the next runs of a schedule are due; none of one that does not repeat. @throws AppError malformed */
  async listRuns(appId: number, schedule: ScheduleDto): Promise<Date[]> {
    const { recurrence } = await this.campaigns.readSchedule(appId, { schedule });
    return recurrence ? listTimes(recurrence) : [];
  }
}

/** Users by reason; those of an inbox content have the message there, and are not left out. */
function sumReasons(counts: readonly { reason: string; users: number }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { reason, users } of counts.filter((count) => count.reason !== 'INBOX')) {
    sums[reason] = (sums[reason] ?? 0) + users;
  }
  return sums;
}

function listTimes({ rule, next }: Recurrence): Date[] {
  return [next, ...listRuns(rule, next, RUNS - 1)].map(({ dueAt }) => dueAt);
}

import { Injectable } from '@nestjs/common';
import { ExplainService, type ExplainedClause } from '#libs/audience';
import { type PlatformForecast, type DryRunReport, DeliveryDryRunService } from '#libs/delivery';
import { AppError } from '#platform/errors';
import type { BulkNotificationDto } from './bulk.dto.js';
import type { CampaignAuthor } from './campaign-store.service.js';
import { CampaignService } from './campaign.service.js';

/**
 * Why a user gets a notification or does not.
 *
 * @property target   the target of its newest send, evaluated now
 * @property outlook  by platform: the forecast for the user's devices and addresses, even when the target does not match
 */
export interface ExplainedNotification {
  target: ExplainedClause;
  outlook: PlatformForecast[];
}

/** @property schedule  when the campaign would begin, and in which zone its time was read */
export interface CampaignDryRun extends DryRunReport {
  schedule: { dueAt: Date; timeZone: string | null };
}

/** Dry runs of a campaign, and of a notification for one user. */
@Injectable()
export class CampaignDryRunService {
  constructor(
    private readonly campaigns: CampaignService,
    private readonly dryRuns: DeliveryDryRunService,
    private readonly explainer: ExplainService,
  ) {}

  /**
   * Forecasts `sendBulkNotification` with this body.
   *
   * @throws AppError as `CampaignService.sendBulk`
   */
  async dryRunBulk(caller: CampaignAuthor, request: BulkNotificationDto): Promise<CampaignDryRun> {
    const prepared = await this.campaigns.prepareBulk(caller, request);
    const { dueAt, zone } = await this.campaigns.readSchedule(caller.appId, request);
    const { beyondLimit: _beyondLimit, sampled: _sampled, ...report } = await this.dryRuns.forecastSend(prepared);
    return { ...report, schedule: { dueAt, timeZone: zone } };
  }

  /** @throws AppError unknown_subject, unknown_key for a notification that was never sent, or long ago */
  async explainNotification(appId: number, notificationKey: number, extId: string): Promise<ExplainedNotification> {
    const uid = await this.explainer.findUid(appId, extId);
    const forecast = await this.dryRuns.forecastUser(appId, notificationKey, uid);
    if (!forecast) {
      throw new AppError(
        'unknown_key',
        `Nothing was sent under the key ${notificationKey}, or its results are past their retention`,
      );
    }
    const { request, outlook: forecasts } = forecast;
    return { target: await this.explainer.explain(appId, uid, request.target), outlook: forecasts };
  }
}

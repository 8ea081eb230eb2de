import { Injectable } from '@nestjs/common';
import { ExplainService, type ExplainedClause } from '#libs/audience';
import type { Platform } from '#libs/content';
import { UserDryRunService, type PlatformForecast } from '#libs/delivery/dry-run';
import { LiveReportService } from '#libs/delivery/live-data';
import { SeriesRepository, toRun } from '#libs/delivery/recurring';
import type { Viewer } from '#libs/tenancy';
import { DeviceService } from '#libs/users/devices';
import { AppError } from '#platform/errors';
import type { CampaignRequest } from '#libs/notifications/campaigns';

/**
 * Why a user gets a notification or does not.
 *
 * @property target   the target of its newest send, evaluated now
 * @property outlook  by platform: the forecast for the user's devices and addresses, even when the target does not match
 * @property absent   platforms of the message on which the user has no device
 * @property fetched  live data of the past sends to the user
 */
export interface ExplainedNotification {
  target: ExplainedClause;
  outlook: PlatformForecast[];
  absent: Platform[];
  fetched: Awaited<ReturnType<LiveReportService['list']>>;
}

/** Explains for one user why a notification reaches the user or does not. */
@Injectable()
export class NotificationExplanationService {
  constructor(
    private readonly dryRuns: UserDryRunService,
    private readonly explainer: ExplainService,
    private readonly devices: DeviceService,
    private readonly series: SeriesRepository,
    private readonly live: LiveReportService,
  ) {}

  /** @throws AppError unknown_subject, unknown_key for a notification that was never sent, or long ago */
  async explainNotification(
    appId: number,
    notificationKey: number,
    extId: string,
    viewer: Viewer,
  ): Promise<ExplainedNotification> {
    const uid = await this.devices.getUid(appId, extId);
    const series = await this.series.find(appId, notificationKey);
    const fetched = await this.live.list(appId, notificationKey, uid, viewer);
    if (series?.next) {
      const [run] = toRun(series, series.next, null);
      return {
        ...(await this.explain(run, uid, await this.dryRuns.forecast(run, uid), viewer)),
        fetched,
      };
    }
    const forecast = await this.dryRuns.forecastNotification(appId, notificationKey, uid);
    if (!forecast) {
      throw new AppError(
        'unknown_key',
        `Nothing was sent under the key ${notificationKey}, or its results are past their retention`,
      );
    }
    return { ...(await this.explain(forecast.request, uid, forecast.outlook, viewer)), fetched };
  }

  /**
   * Explains a request that is not sent, and of which the viewer may see the target. A limit draws at the launch, so it
   * is not considered.
   *
   * @throws AppError unknown_subject
   */
  async explainRequest(request: CampaignRequest, extId: string, viewer: Viewer): Promise<ExplainedNotification> {
    const uid = await this.devices.getUid(request.appId, extId);
    return this.explain(request, uid, await this.dryRuns.forecast(request, uid), viewer);
  }

  private async explain(
    { appId, target, message }: Pick<CampaignRequest, 'appId' | 'target' | 'message'>,
    uid: number,
    outlook: PlatformForecast[],
    viewer: Viewer,
  ): Promise<ExplainedNotification> {
    const found = new Set(outlook.map(({ platform }) => platform));
    return {
      target: await this.explainer.explain(appId, uid, target, viewer),
      outlook,
      absent: message.platforms.filter((platform) => !found.has(platform)),
      fetched: [],
    };
  }
}

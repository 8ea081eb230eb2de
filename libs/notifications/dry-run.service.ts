import { Injectable } from '@nestjs/common';
import { ExplainService, type ExplainedClause } from '#libs/audience';
import { type PastResult, type PlatformForecast, type DryRunReport, DeliveryDryRunService } from '#libs/delivery';
import type { Caller } from '#libs/tenancy';
import { AppError } from '#platform/errors';
import { NotificationsService } from './notifications.service.js';

/**
 * Why a user got a notification, will get it or will not.
 *
 * @property target   the target of its newest send, as of now
 * @property outlook  by platform: what would become of the user's devices and addresses now, whether or not the target means the user
 * @property results  what became of them already, newest first
 */
export interface ExplainedNotification {
  target: ExplainedClause;
  outlook: PlatformForecast[];
  results: PastResult[];
}

/** Sends that are played through without sending, for everybody or for one user. */
@Injectable()
export class DryRuns {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly rehearsals: DeliveryDryRunService,
    private readonly explaining: ExplainService,
  ) {}

  /**
   * What `sendBulkNotification` would come to with this body.
   *
   * @throws AppError as `NotificationsService.sendBulk`
   */
  async bulk(caller: Caller, body: unknown): Promise<DryRunReport> {
    return this.rehearsals.forecastSend(await this.notifications.readBulk(caller, body));
  }

  /** @throws AppError unknown_subject, unknown_key for a notification that was never sent */
  async explain(appId: number, notificationKey: number, extId: string): Promise<ExplainedNotification> {
    const uid = await this.explaining.findUid(appId, extId);
    const found = await this.rehearsals.forecastUser(appId, notificationKey, uid);
    if (!found) {
      throw new AppError('unknown_key', `Nothing was sent under the key ${notificationKey}`);
    }
    const { request, outlook, results } = found;
    return { target: await this.explaining.explain(appId, uid, request.target), outlook, results };
  }
}

import { Injectable } from '@nestjs/common';
import { CHANNEL_DEFINITIONS } from '#libs/channels/definitions';
import { ClockService } from '#platform/runtime';
import type { DispatchRequest } from '../model/delivery.types.js';
import { BatchPreparationService } from '../recipients/batch-preparation.service.js';
import { AccountLimitsService } from './account-limits.service.js';
import type { PlatformForecast } from './dry-run.types.js';
import { OutcomeForecast } from './outcome-forecast.js';
import { PastResultRepository } from './past-result.repository.js';
import { PlannedRecipientsService } from './planned-recipients.service.js';
import { toUnsentChunk, toUnsentDispatch, toUnsentLease } from './unsent-send.js';
import { UserRecipientsService } from './user-recipients.service.js';

/** Forecasts sends for one user, without sending or storing anything. */
@Injectable()
export class UserDryRunService {
  constructor(
    private readonly userRecipients: UserRecipientsService,
    private readonly planned: PlannedRecipientsService,
    private readonly batchPreparation: BatchPreparationService,
    private readonly accountLimits: AccountLimitsService,
    private readonly pastResults: PastResultRepository,
    private readonly clock: ClockService,
  ) {}

  /**
   * Forecasts a notification for the devices and addresses of one user.
   *
   * @returns undefined for a key without a dispatch
   */
  async forecastNotification(
    appId: number,
    notificationKey: number,
    uid: number,
  ): Promise<{ request: Omit<DispatchRequest, 'speed'>; outlook: PlatformForecast[] } | undefined> {
    const request = await this.pastResults.findRequest(appId, notificationKey, uid);
    return request && { request, outlook: await this.forecast(request, uid) };
  }

  /**
   * Forecasts a send for the devices and addresses of one user, whether its target matches or not.
   *
   * @returns by platform; one on which the user has no device is absent
   */
  async forecast(
    request: Omit<DispatchRequest, 'notificationKey' | 'speed'>,
    uid: number,
  ): Promise<PlatformForecast[]> {
    const { appId } = request;
    const lease = toUnsentLease(request, this.clock.now());
    const message = await this.batchPreparation.prepareUnsent(toUnsentDispatch(lease));
    const forecast = new OutcomeForecast(await this.accountLimits.readStatuses(appId));
    const aside = await this.planned.findChannelsAside(lease, uid);
    const isRecent = await this.planned.isRecent(lease, uid);
    for (const [channel, ids] of await this.userRecipients.find(appId, uid, request.message.platforms)) {
      if (isRecent || aside.has(channel)) {
        forecast.addSkipped(channel, isRecent ? 'RECENT' : 'SAME_ADDRESS');
        continue;
      }
      const [platform = Number.NaN] = Object.values(CHANNEL_DEFINITIONS[channel].platforms);
      if (await this.planned.isHeldOut(lease, platform, uid)) {
        forecast.addSkipped(channel, 'HOLDOUT');
        continue;
      }
      const owners = new Map(ids.map((id) => [id, uid]));
      const chunk = toUnsentChunk(appId, channel, ids, owners);
      forecast.addBatch(channel, await this.batchPreparation.prepareBatch(chunk, message, ids, true));
    }
    const keys = await this.pastResults.findKeys(appId, forecast.usedDispatches);
    return forecast.listForUser(request.message.platforms, keys);
  }
}

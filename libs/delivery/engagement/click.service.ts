import { Injectable } from '@nestjs/common';
import type { AuthenticatedInstallation } from '#libs/users/devices';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { OutboxRepository } from '#platform/outbox';
import { ClickRepository } from './clicks/click.repository.js';
import { FETCHERS } from './machines/machine-rules.js';
import { readMessageId, type MessageRef } from '../model/message-id.js';
import { RecordingRuleService } from './tracking/recording-rule.service.js';

/** Apps report what a person does. */
const BY_DEVICE = { fetcher: FETCHERS.indexOf('person'), rule: 'device' };

/** Records clicks and arrivals that devices report. A recipient counts once, and the statistics show it at once. */
@Injectable()
export class ClickService {
  constructor(
    private readonly db: Database,
    private readonly clicks: ClickRepository,
    private readonly outbox: OutboxRepository,
    private readonly rule: RecordingRuleService,
  ) {}

  /**
   * Records a click that an app reports of itself, unless its user has refused tracking.
   *
   * @param device  the authenticated installation that reports
   * @param button  the device's name for it; only the first click keeps one
   * @throws AppError unknown_key for an invalid message id, or one of no message that was sent to this installation
   */
  async recordClick(
    appId: number,
    device: AuthenticatedInstallation,
    messageId: string,
    button?: string,
  ): Promise<void> {
    const message = await this.requireSent(appId, device, messageId);
    await this.db.tx(async (tx) => {
      if (await this.rule.isRefused(tx, appId, device.uid)) {
        return;
      }
      if (await this.clicks.recordClick(tx, appId, message, device.platform, { button, ...BY_DEVICE })) {
        await this.outbox.add(tx, {
          appId,
          kind: 'clicked',
          uids: [device.uid],
          keys: [BY_DEVICE.fetcher],
          ref: message.dispatchId,
        });
      }
    });
  }

  /**
   * @throws AppError unknown_key for an invalid message id, or one of no message that was sent to this installation
   */
  async recordArrival(appId: number, device: AuthenticatedInstallation, messageId: string): Promise<void> {
    const message = await this.requireSent(appId, device, messageId);
    await this.db.tx((tx) => this.clicks.recordArrival(tx, appId, message, device.platform));
  }

  /** A message id can be computed by anybody, so it proves nothing. */
  private async requireSent(appId: number, device: AuthenticatedInstallation, messageId: string): Promise<MessageRef> {
    const message = readMessageId(messageId);
    if (message?.recipientId !== device.instId || !(await this.clicks.wasSent(appId, message))) {
      throw new AppError('unknown_key', "Field 'messageId' names no message to this installation");
    }
    return message;
  }
}

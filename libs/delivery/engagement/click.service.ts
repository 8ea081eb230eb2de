import { Injectable } from '@nestjs/common';
import type { AuthenticatedInstallation } from '#libs/users';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClickRepository } from './click.repository.js';
import { readMessageId, type MessageRef } from '../model/message-id.js';

/** What devices report of pushes: clicks, counted once per recipient and in the figures at once, and arrivals. */
@Injectable()
export class ClickService {
  constructor(
    private readonly db: Database,
    private readonly clicks: ClickRepository,
  ) {}

  /**
   * @param device  the installation that reports, already proven to be itself
   * @param button  as the device names it; kept of the first click
   * @throws AppError unknown_key when the message is none of ours or went to somebody else
   */
  async recordClick(
    appId: number,
    device: AuthenticatedInstallation,
    messageId: string,
    button?: string,
  ): Promise<void> {
    const message = readOwnMessage(device, messageId);
    await this.db.tx((tx) => this.clicks.recordClick(tx, appId, message, device.platform, button));
  }

  /**
   * Notes that a push arrived.
   *
   * @throws AppError unknown_key when the message is none of ours or went to somebody else
   */
  async recordArrival(appId: number, device: AuthenticatedInstallation, messageId: string): Promise<void> {
    const message = readOwnMessage(device, messageId);
    await this.db.tx((tx) => this.clicks.recordArrival(tx, appId, message));
  }
}

function readOwnMessage(device: AuthenticatedInstallation, messageId: string): MessageRef {
  const message = readMessageId(messageId);
  if (!message || message.recipientId !== device.instId) {
    throw new AppError('unknown_key', "Field 'messageId' names no message of this installation");
  }
  return message;
}

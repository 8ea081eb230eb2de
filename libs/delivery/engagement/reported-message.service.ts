import { Injectable } from '@nestjs/common';
import type { Account } from '#libs/channels';
import {
  CHANNELS,
  contactOfKind,
  isSameAddress,
  isWhatsAppId,
  listAddressesBeside,
  RECIPIENT_KINDS,
  type Channel,
  type RecipientKind,
} from '#libs/channels/definitions';
import { RecipientService } from '#libs/users/registry';
import { toReportedNumber } from '#platform/spelling';
import { PastSendRepository } from '../dispatches/past-send.repository.js';
import type { MessageRef } from '../model/message-id.js';
import { ClickRepository } from './clicks/click.repository.js';
import { ProviderCallbackRepository } from './provider-callback.repository.js';

/** A message that a provider reports about. @property isProven  its id can be made by this installation alone */
export interface ReportedMessage {
  message: MessageRef;
  isProven: boolean;
}

/** The account of the provider that reports. */
export type ReportingAccount = Pick<Account, 'appId' | 'accountId' | 'channel'>;

/** Compares reports with the messages that they are about. */
@Injectable()
export class ReportedMessageService {
  constructor(
    private readonly callbacks: ProviderCallbackRepository,
    private readonly pastSends: PastSendRepository,
    private readonly clicks: ClickRepository,
    private readonly users: RecipientService,
  ) {}

  /** Finds the application of a message, also of one whose results are gone; undefined past the retention of statistics. */
  async findApplicationId({ dispatchId }: MessageRef): Promise<number | undefined> {
    return (await this.callbacks.findApplicationId(dispatchId)) ?? (await this.pastSends.findSend(dispatchId))?.appId;
  }

  /**
   * Finds the recipient of a reported message. Application, channel, account and recipient of the report must be those of the
   * message: the secret of one account says nothing of the messages of others. A message id that anybody can make counts
   * for a message that was sent.
   *
   * @param address       the recipient in the report
   * @param otherAddress  another address of it there
   * @returns the address as Herald has it, or that of the report where its user is gone; undefined: the report is about no
   *   message of this account
   */
  async findRecipient(
    { appId, accountId, channel }: ReportingAccount,
    { message, isProven }: ReportedMessage,
    address: string,
    otherAddress?: string,
  ): Promise<string | undefined> {
    if (CHANNELS[channel] !== message.channel || (await this.findApplicationId(message)) !== appId) {
      return undefined;
    }
    if (!isProven && !(await this.clicks.wasSent(appId, message))) {
      return undefined;
    }
    const sentBy = await this.callbacks.findAccountId(appId, message);
    if (sentBy !== undefined && sentBy !== accountId) {
      return undefined;
    }
    const stored = await this.listAddresses(appId, channel, message);
    const kind = RECIPIENT_KINDS[channel];
    const reported = [address, ...(otherAddress === undefined ? [] : [otherAddress])];
    const same = stored.find((each) =>
      reported.some((text) => (kind === 'push' ? each === text : isSameAddress(kind, text, each))),
    );
    return stored.length === 0 ? toHeraldForm(kind, address) : same;
  }

  /** The current address of a recipient, also after a merge into another user; null: it has none any more. */
  async findAddress(appId: number, channel: Channel, message: MessageRef): Promise<string | null> {
    return (await this.listAddresses(appId, channel, message))[0] ?? null;
  }

  /** The addresses of a recipient on a channel, the one that is sent to first. */
  private async listAddresses(appId: number, channel: Channel, { recipientId }: MessageRef): Promise<string[]> {
    const kind = RECIPIENT_KINDS[channel];
    if (kind === 'push') {
      const [device] = await this.users.findRecipientsByInstallation(appId, [recipientId], { withProfile: false });
      return device?.token ? [device.token] : [];
    }
    const uid = (await this.users.findAliases(appId, [recipientId])).find((alias) => alias.uid === recipientId)?.toUid;
    const [user] = await this.users.findRecipientsByUser(appId, [uid ?? recipientId], { withProfile: false });
    return listAddressesBeside(contactOfKind(kind).address).flatMap((each) => user?.[each] ?? []);
  }
}

/** An address as Herald writes it. */
function toHeraldForm(kind: RecipientKind, address: string): string {
  return kind !== 'push' && contactOfKind(kind).form === 'number' && !isWhatsAppId(address)
    ? toReportedNumber(address)
    : address;
}

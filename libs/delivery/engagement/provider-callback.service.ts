import { Injectable } from '@nestjs/common';
import type { BounceReport, DeliveryReport } from '#libs/channels';
import {
  CHANNELS,
  contactOfKind,
  isSameAddress,
  RECIPIENT_KINDS,
  type ContactRecipientKind,
} from '#libs/channels/definitions';
import { ConsentWordLogService } from '#libs/users/preferences';
import { SuppressionService, type SuppressionReason } from '#libs/users/consent';
import { TokenRetirementService } from '#libs/users/devices';
import { HOUR_MS, Recurring } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { type ChangeKind, OutboxRepository } from '#platform/outbox';
import { channelByCode, isContactChannel } from '../model/channel-policy.js';
import type { MessageRef } from '../model/message-id.js';
import { ProviderCallbackRepository, type ProviderCallback } from './provider-callback.repository.js';
import { ReportedMessageService, type ReportedMessage, type ReportingAccount } from './reported-message.service.js';

/** An address is dead after two reports. A single one may be a fault of the carrier. */
const DEAD_ADDRESS = { times: 2, days: 90 };
/** A mailbox that stays full is abandoned. */
const DEAD_MAILBOX = { codes: ['4.2.2', '5.2.2'], times: 5, days: 30 };
/** For so long a fact about a message is known again. Providers repeat a report for days at most. */
const PAST_REPORT_DAYS = 30;

/** Reports that the change feed has. That of a device names no user. */
const FEED_KINDS: Partial<Record<ProviderCallback['kind'], ChangeKind>> = {
  bounce: 'bounced',
  undelivered: 'bounced',
  complaint: 'complained',
};

/** The effect of a report on the address. */
type Fate = Extract<DeliveryReport, { kind: 'undelivered' }>['fate'] | 'complaint';

/**
 * Report of an account about a message.
 *
 * @property address       the recipient
 * @property otherAddress  another address of it on the channel
 * @property at       time of the event, if the provider gives one
 * @property by       the provider, for people
 */
export interface AccountReport {
  address: string;
  otherAddress?: string | undefined;
  report: DeliveryReport;
  at?: Date | undefined;
  by: string;
}

/**
 * Handles reports about accepted messages: bounces, complaints, status callbacks. They are stored beside the result, which
 * never changes. Addresses that are dead or unwilling are suppressed, and tokens of devices that are dead go out of use.
 */
@Injectable()
export class ProviderCallbackService {
  constructor(
    private readonly db: Database,
    private readonly callbacks: ProviderCallbackRepository,
    private readonly messages: ReportedMessageService,
    private readonly suppressions: SuppressionService,
    private readonly tokens: TokenRetirementService,
    private readonly words: ConsentWordLogService,
    private readonly outbox: OutboxRepository,
  ) {}

  /** Handles a bounce or complaint; a repeat changes nothing. @param message  the message of the mail's return path */
  async handleMailReport(message: MessageRef, report: BounceReport): Promise<void> {
    const appId = await this.messages.findApplicationId(message);
    if (appId === undefined || report.kind === 'other' || (report.kind === 'notice' && !report.isDelay)) {
      return;
    }
    const email = await this.messages.findAddress(appId, 'smtp', message);
    await this.db.tx(async (tx) => {
      const { code, text } = report;
      const kind = report.kind === 'notice' ? 'delay' : report.kind;
      const isMeant = report.kind === 'bounce' && email !== null && concernsAddress(report.addresses, email);
      const fate = report.kind === 'complaint' ? 'complaint' : isMeant && report.isDead ? 'dead' : 'stays';
      // A mailbox may hand mails on. The words about another address must not hide the same ones about this one.
      const raw = report.kind === 'bounce' && !isMeant ? [...report.addresses, text].join(' ') : text;
      const isNews = await this.record(tx, appId, message, { kind, code, raw }, fate);
      if (!isNews || email === null) {
        return;
      }
      if (report.kind === 'complaint') {
        const detail = code === '' ? {} : { detail: code };
        await this.suppressions.add(tx, appId, [{ channel: 'email', address: email, reason: 'COMPLAINT', ...detail }]);
      } else if (isMeant) {
        const isFull = report.reason === 'MAILBOX_FULL' && (await this.isRepeated(tx, appId, message, DEAD_MAILBOX));
        if (report.isDead || isFull) {
          const entry = { channel: 'email', address: email, reason: 'HARD_BOUNCE', detail: text } as const;
          await this.suppressions.add(tx, appId, [entry]);
        }
      }
    });
  }

  /**
   * Handles the report of a provider; a repeat changes nothing.
   *
   * @returns false: it is about no message of this account, and changed nothing
   */
  async handleReport(
    account: ReportingAccount,
    reported: ReportedMessage,
    { address, otherAddress, report, at, by }: AccountReport,
  ): Promise<boolean> {
    if (report.kind === 'notice') {
      return true;
    }
    const { appId } = account;
    const { message } = reported;
    const recipient = await this.messages.findRecipient(account, reported, address, otherAddress);
    if (recipient === undefined) {
      return false;
    }
    const channel = RECIPIENT_KINDS[account.channel];
    await this.db.tx(async (tx) => {
      if (report.kind === 'delivered' || report.kind === 'read') {
        await this.record(tx, appId, message, { kind: report.kind, code: '', raw: '' }, 'stays');
        return;
      }
      const { code } = report;
      const raw = report.kind === 'complaint' ? '' : report.reason;
      const fate = report.kind === 'complaint' ? 'complaint' : report.fate;
      if (!(await this.record(tx, appId, message, { kind: report.kind, code, raw }, fate))) {
        return;
      }
      if (channel === 'push') {
        if (report.kind === 'undelivered' && report.fate === 'dead') {
          const { recipientId: instId, dispatchId } = message;
          const dead = { instId, token: recipient, reason: report.reason, raw: `${by} receipt ${code}` };
          await this.tokens.retireTokens(tx, appId, [dead], dispatchId);
        }
        return;
      }
      const reason = await this.findSuppression(tx, appId, message, channel, report);
      if (reason !== undefined && !(await this.isTakenBack(tx, appId, channel, recipient, reason, at))) {
        await this.suppressions.add(tx, appId, [
          { channel, address: recipient, reason, detail: `${by} error ${code}` },
        ]);
      }
    });
    return true;
  }

  /** Deletes what no provider repeats any more. */
  @Recurring('past-reports.expire', HOUR_MS)
  async deleteExpired(): Promise<number> {
    return this.callbacks.deletePastReports(PAST_REPORT_DAYS);
  }

  /**
   * Records a report. A repeat must change nothing, whatever happened since, and of several reports about one message
   * each fate of its address counts once. Another fate may come under a code that is stored already.
   *
   * @returns whether it is news for the address
   */
  private async record(
    tx: Tx,
    appId: number,
    message: MessageRef,
    report: ProviderCallback,
    fate: Fate,
  ): Promise<boolean> {
    const isNew = await this.store(tx, appId, message, report);
    if (fate === 'stays' || fate === 'suspect') {
      return isNew;
    }
    if (!(await this.callbacks.insertFact(tx, appId, message, `fate ${fate}`))) {
      return false;
    }
    const stored = isNew ? undefined : await this.callbacks.findText(tx, appId, message, report);
    return isNew || (stored !== undefined && stored !== report.raw);
  }

  /** @returns whether there was no report of this kind and code */
  private async store(tx: Tx, appId: number, message: MessageRef, report: ProviderCallback): Promise<boolean> {
    if (await this.callbacks.insertCallback(tx, appId, message, report)) {
      const kind = FEED_KINDS[report.kind];
      if (message.channel === CHANNELS.smtp && (report.kind === 'bounce' || report.kind === 'undelivered')) {
        await this.callbacks.markBounce(tx, appId, message);
      }
      const isUser = isContactChannel(channelByCode(message.channel));
      if (kind && isUser && (await this.callbacks.insertFact(tx, appId, message, `feed ${kind}`))) {
        await this.outbox.add(tx, { appId, kind, uids: [message.recipientId], keys: [], ref: message.dispatchId });
      }
      return true;
    }
    const isStored = (await this.callbacks.findApplicationId(message.dispatchId)) !== undefined;
    return !isStored && this.callbacks.insertFact(tx, appId, message, `${report.kind} ${report.code}`);
  }

  /** Tests if the person wrote START after an opt-out that is reported late. */
  private async isTakenBack(
    tx: Tx,
    appId: number,
    channel: ContactRecipientKind,
    address: string,
    reason: SuppressionReason,
    at: Date | undefined,
  ): Promise<boolean> {
    const isOptOut = reason === 'STOP' || reason === 'UNSUBSCRIBED';
    return isOptOut && at !== undefined && this.words.hasStartedSince(tx, appId, channel, address, at);
  }

  /** Why an address gets nothing more; undefined: it stays. */
  private async findSuppression(
    tx: Tx,
    appId: number,
    message: MessageRef,
    channel: ContactRecipientKind,
    report: Extract<DeliveryReport, { kind: 'undelivered' | 'complaint' }>,
  ): Promise<SuppressionReason | undefined> {
    if (report.kind === 'complaint') {
      return 'COMPLAINT';
    }
    const { fate, suspectCodes = [report.code] } = report;
    if (fate === 'opted-out') {
      return 'STOP';
    }
    if (fate === 'unsubscribed') {
      return 'UNSUBSCRIBED';
    }
    const isDead =
      fate === 'dead' ||
      (fate === 'suspect' && (await this.isRepeated(tx, appId, message, { ...DEAD_ADDRESS, codes: suspectCodes })));
    return isDead ? contactOfKind(channel).deadReason : undefined;
  }

  private async isRepeated(
    tx: Tx,
    appId: number,
    message: MessageRef,
    { codes, times, days }: { codes: readonly string[]; times: number; days: number },
  ): Promise<boolean> {
    await this.callbacks.lockCounts(tx, message);
    return (await this.callbacks.countCallbacks(tx, appId, message, codes, days)) >= times;
  }
}

/** A bounce of an earlier address does not concern the current one. A report without addresses concerns it. */
function concernsAddress(reportedAddresses: readonly string[], email: string): boolean {
  return reportedAddresses.length === 0 || reportedAddresses.some((address) => isSameAddress('email', address, email));
}

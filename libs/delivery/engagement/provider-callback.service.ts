import { Injectable } from '@nestjs/common';
import {
  RECIPIENT_KINDS,
  type BounceReport,
  type DeliveryReport,
  contactOfKind,
  type ContactRecipientKind,
} from '#libs/channels';
import { RecipientService, SuppressionService, TokenRetirementService, type SuppressionReason } from '#libs/users';
import { Database, type Tx } from '#platform/db';
import { toMailboxKey, toReportedNumber } from '#platform/spelling';
import { PastSendRepository } from '../dispatches/past-send.repository.js';
import { channelByCode } from '../model/channel-policy.js';
import type { MessageRef } from '../model/message-id.js';
import { ProviderCallbackRepository, type ProviderCallback } from './provider-callback.repository.js';

/** An address is dead after two reports. A single one may be a fault of the carrier. */
const DEAD_ADDRESS = { times: 2, days: 90 };
/** A mailbox that stays full is abandoned. */
const DEAD_MAILBOX = { codes: ['4.2.2', '5.2.2'], times: 5, days: 30 };
/** For so long a report about a message whose rows are gone is known again. Providers repeat one for days at most. */
const PAST_REPORT_DAYS = 30;

/**
 * Handles reports about accepted messages: bounces, complaints, status callbacks. They are stored beside the result, which
 * never changes. Addresses that are dead or unwilling are suppressed, and tokens of devices that are dead go out of use.
 */
@Injectable()
export class ProviderCallbackService {
  constructor(
    private readonly db: Database,
    private readonly callbacks: ProviderCallbackRepository,
    private readonly pastSends: PastSendRepository,
    private readonly users: RecipientService,
    private readonly suppressions: SuppressionService,
    private readonly tokens: TokenRetirementService,
  ) {}

  /** Finds the application of a message, also of one whose results are gone; undefined past the retention of statistics. */
  async findApplicationId({ dispatchId }: MessageRef): Promise<number | undefined> {
    return (await this.callbacks.findApplicationId(dispatchId)) ?? (await this.pastSends.findSend(dispatchId))?.appId;
  }

  /** Handles a bounce or complaint; a repeat changes nothing. @param message  the message of the mail's return path */
  async handleMailReport(message: MessageRef, report: BounceReport): Promise<void> {
    const appId = await this.findApplicationId(message);
    if (appId === undefined || report.kind === 'other') {
      return;
    }
    const email = await this.findEmail(appId, message);
    await this.db.tx(async (tx) => {
      const { code, text } = report;
      const kind = report.kind === 'notice' ? 'delay' : report.kind;
      const isNew = await this.record(tx, appId, message, { kind, code, raw: text });
      if (!isNew || email === null) {
        return;
      }
      if (report.kind === 'complaint') {
        await this.suppressions.add(tx, appId, [
          {
            channel: 'email',
            address: email,
            reason: 'COMPLAINT',
            ...(code !== '' && { detail: code }),
          },
        ]);
      } else if (report.kind === 'bounce' && concernsAddress(report.addresses, email)) {
        const isFull = report.reason === 'MAILBOX_FULL' && (await this.isRepeated(tx, appId, message, DEAD_MAILBOX));
        if (report.isDead || isFull) {
          await this.suppressions.add(tx, appId, [
            {
              channel: 'email',
              address: email,
              reason: 'HARD_BOUNCE',
              detail: text,
            },
          ]);
        }
      }
    });
  }

  /**
   * Handles the report of a provider; a repeat changes nothing.
   *
   * @param address  the recipient in the report
   * @param by       the provider, for people
   */
  async handleReport(
    appId: number,
    message: MessageRef,
    { address, report, by }: { address: string; report: DeliveryReport; by: string },
  ): Promise<void> {
    if (report.kind === 'notice') {
      return;
    }
    const channel = RECIPIENT_KINDS[channelByCode(message.channel)];
    await this.db.tx(async (tx) => {
      if (report.kind === 'delivered' || report.kind === 'read') {
        await this.record(tx, appId, message, { kind: report.kind, code: '', raw: '' });
        return;
      }
      const { code } = report;
      const raw = report.kind === 'complaint' ? '' : report.reason;
      if (!(await this.record(tx, appId, message, { kind: report.kind, code, raw }))) {
        return;
      }
      if (channel === 'push') {
        if (report.kind === 'undelivered' && report.fate === 'dead') {
          const dead = {
            instId: message.recipientId,
            token: address,
            reason: report.reason,
            raw: `${by} receipt ${code}`,
          };
          await this.tokens.retireTokens(tx, appId, [dead], message.dispatchId);
        }
        return;
      }
      const reason = await this.findSuppression(tx, appId, message, channel, report);
      if (reason !== undefined) {
        const named = contactOfKind(channel).form === 'number' ? toReportedNumber(address) : address;
        await this.suppressions.add(tx, appId, [{ channel, address: named, reason, detail: `${by} error ${code}` }]);
      }
    });
  }

  /** Deletes what no provider repeats any more. */
  async deleteExpired(): Promise<number> {
    return this.callbacks.deletePastReports(PAST_REPORT_DAYS);
  }

  /** Records a report. @returns whether it is new; a repeat must change nothing, whatever happened since */
  private async record(tx: Tx, appId: number, message: MessageRef, report: ProviderCallback): Promise<boolean> {
    if (await this.callbacks.insertCallback(tx, appId, message, report)) {
      return true;
    }
    const isStored = (await this.callbacks.findApplicationId(message.dispatchId)) !== undefined;
    return !isStored && this.callbacks.insertPastReport(tx, appId, message, report);
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
    return (await this.callbacks.countCallbacks(tx, appId, message, codes, days)) >= times;
  }

  /** Finds the current address of a recipient, also after a merge into another user. */
  private async findEmail(appId: number, { recipientId }: MessageRef): Promise<string | null> {
    const uid = (await this.users.findAliases(appId, [recipientId])).find((alias) => alias.uid === recipientId)?.toUid;
    const [user] = await this.users.findRecipientsByUser(appId, [uid ?? recipientId], { withProfile: false });
    return user?.email ?? null;
  }
}

/** A bounce of an earlier address does not concern the current one. A report without addresses concerns it. */
function concernsAddress(reportedAddresses: readonly string[], email: string): boolean {
  const key = toMailboxKey(email);
  return reportedAddresses.length === 0 || reportedAddresses.some((address) => toMailboxKey(address) === key);
}

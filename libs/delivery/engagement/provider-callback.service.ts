import { Injectable } from '@nestjs/common';
import type { BounceReport, SmsReport } from '#libs/channels';
import { SuppressionService, RecipientService } from '#libs/users';
import { Database, type Tx } from '#platform/db';
import { PastSendRepository } from '../dispatches/past-send.repository.js';
import type { MessageRef } from '../model/message-id.js';
import { ProviderCallbackRepository } from './provider-callback.repository.js';

/** A number is dead after two reports. A single one may be a fault of the carrier. */
const DEAD_NUMBER = { codes: ['30005', '30006'], times: 2, days: 90 };
/** A mailbox that stays full is abandoned. */
const DEAD_MAILBOX = { codes: ['4.2.2', '5.2.2'], times: 5, days: 30 };

/**
 * Handles reports about accepted messages: bounces, complaints, status callbacks. They are stored beside the result, which
 * never changes. Addresses that are dead or unwilling are suppressed.
 */
@Injectable()
export class ProviderCallbackService {
  constructor(
    private readonly db: Database,
    private readonly callbacks: ProviderCallbackRepository,
    private readonly pastSends: PastSendRepository,
    private readonly users: RecipientService,
    private readonly suppressions: SuppressionService,
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
      await this.callbacks.insertCallback(tx, appId, message, { kind, code, raw: text });
      if (email === null) {
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

  /** Handles a status callback; a repeat changes nothing. @param number  the recipient's number in the callback */
  async handleSmsReport(appId: number, message: MessageRef, number: string, report: SmsReport): Promise<void> {
    if (report.kind === 'notice') {
      return;
    }
    await this.db.tx(async (tx) => {
      if (report.kind === 'delivered') {
        await this.callbacks.insertCallback(tx, appId, message, { kind: 'delivered', code: '', raw: '' });
        return;
      }
      const { code, reason, fate } = report;
      await this.callbacks.insertCallback(tx, appId, message, { kind: 'undelivered', code, raw: reason });
      const detail = `Twilio error ${code}`;
      if (fate === 'opted-out') {
        await this.suppressions.add(tx, appId, [{ channel: 'sms', address: number, reason: 'STOP', detail }]);
      } else if (fate === 'dead' || (fate === 'suspect' && (await this.isRepeated(tx, appId, message, DEAD_NUMBER)))) {
        await this.suppressions.add(tx, appId, [
          { channel: 'sms', address: number, reason: 'INVALID_ADDRESS', detail },
        ]);
      }
    });
  }

  private async isRepeated(
    tx: Tx,
    appId: number,
    message: MessageRef,
    { codes, times, days }: { codes: string[]; times: number; days: number },
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
  return (
    reportedAddresses.length === 0 || reportedAddresses.some((address) => address.toLowerCase() === email.toLowerCase())
  );
}

import { Injectable } from '@nestjs/common';
import type { BounceReport, SmsReport } from '#libs/channels';
import { SuppressionService, RecipientService, type NewSuppression } from '#libs/users';
import { Database, type Tx } from '#platform/db';
import type { MessageRef } from '../model/message-id.js';
import { ProviderCallbackRepository, type ProviderCallback } from './provider-callback.repository.js';

/** A number that is unknown twice is dead; once may be a carrier's bad day. */
const DEAD_NUMBER = { codes: ['30005', '30006'], times: 2, days: 90 };
/** A mailbox that stays full has nobody who empties it. */
const DEAD_MAILBOX = { codes: ['4.2.2', '5.2.2'], times: 5, days: 30 };

/**
 * Takes in what is told of messages after they were taken: bounces, complaints, status callbacks. It is kept beside the
 * result, which stays as it is, and keeps later messages from addresses that are dead or do not want them.
 */
@Injectable()
export class ProviderCallbackService {
  constructor(
    private readonly db: Database,
    private readonly callbacks: ProviderCallbackRepository,
    private readonly users: RecipientService,
    private readonly suppressions: SuppressionService,
  ) {}

  /** The application whose message it is; undefined for a dispatch that is not there any more. */
  async findApplicationId({ dispatchId }: MessageRef): Promise<number | undefined> {
    return this.callbacks.findApplicationId(dispatchId);
  }

  /** @param message  whose return path the mail came to. Told again, it changes nothing */
  async handleMailReport(message: MessageRef, report: BounceReport): Promise<void> {
    const appId = await this.callbacks.findApplicationId(message.dispatchId);
    if (appId === undefined || report.kind === 'other') {
      return;
    }
    const email = await this.findEmail(appId, message);
    await this.db.tx(async (tx) => {
      const { code, text } = report;
      const kind = report.kind === 'notice' ? 'delay' : report.kind;
      await this.storeCallback(tx, appId, message, { kind, code, raw: text });
      if (email === null) {
        return;
      }
      if (report.kind === 'complaint') {
        await this.suppressAddress(tx, appId, {
          channel: 'email',
          address: email,
          reason: 'COMPLAINT',
          ...(code !== '' && { detail: code }),
        });
      } else if (report.kind === 'bounce' && concernsAddress(report.addresses, email)) {
        const isFull = report.reason === 'MAILBOX_FULL' && (await this.isRepeated(tx, appId, message, DEAD_MAILBOX));
        if (report.isDead || isFull) {
          await this.suppressAddress(tx, appId, {
            channel: 'email',
            address: email,
            reason: 'HARD_BOUNCE',
            detail: text,
          });
        }
      }
    });
  }

  /** @param number  that the provider names as the receiver's. Told again, it changes nothing */
  async handleSmsReport(appId: number, message: MessageRef, number: string, report: SmsReport): Promise<void> {
    if (report.kind === 'notice') {
      return;
    }
    await this.db.tx(async (tx) => {
      if (report.kind === 'delivered') {
        await this.storeCallback(tx, appId, message, { kind: 'delivered', code: '', raw: '' });
        return;
      }
      const { code, reason, fate } = report;
      await this.storeCallback(tx, appId, message, { kind: 'undelivered', code, raw: reason });
      const detail = `Twilio error ${code}`;
      if (fate === 'opted-out') {
        await this.suppressAddress(tx, appId, { channel: 'sms', address: number, reason: 'STOP', detail });
      } else if (fate === 'dead' || (fate === 'suspect' && (await this.isRepeated(tx, appId, message, DEAD_NUMBER)))) {
        await this.suppressAddress(tx, appId, { channel: 'sms', address: number, reason: 'INVALID_ADDRESS', detail });
      }
    });
  }

  private async storeCallback(tx: Tx, appId: number, message: MessageRef, callback: ProviderCallback): Promise<void> {
    await this.callbacks.insertCallback(tx, appId, message, callback);
  }

  private async suppressAddress(tx: Tx, appId: number, entry: NewSuppression): Promise<void> {
    await this.suppressions.add(tx, appId, [entry]);
  }

  private async isRepeated(
    tx: Tx,
    appId: number,
    message: MessageRef,
    { codes, times, days }: { codes: string[]; times: number; days: number },
  ): Promise<boolean> {
    return (await this.callbacks.countCallbacks(tx, appId, message, codes, days)) >= times;
  }

  /** The address that the recipient of a mail has today, who may be another user since. */
  private async findEmail(appId: number, { recipientId }: MessageRef): Promise<string | null> {
    const uid = (await this.users.findAliases(appId, [recipientId])).find((alias) => alias.uid === recipientId)?.toUid;
    const [user] = await this.users.findRecipientsByUser(appId, [uid ?? recipientId], { withProfile: false });
    return user?.email ?? null;
  }
}

/** Of an address that was changed since, a bounce says nothing about the new one. A report that names none is believed. */
function concernsAddress(reportedAddresses: readonly string[], email: string): boolean {
  return (
    reportedAddresses.length === 0 || reportedAddresses.some((address) => address.toLowerCase() === email.toLowerCase())
  );
}

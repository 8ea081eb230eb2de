import { Injectable } from '@nestjs/common';
import { type Hours, PolicyService } from '#libs/contact-policy';
import { ApplicationService } from '#libs/tenancy';
import { ClockService } from '#platform/runtime';
import { findExpiry } from '../model/time-to-live.js';
import type { CheckedRecipients } from './checked-recipients.js';
import { type ContactHours, findOpening } from '../model/times/contact-hours.js';
import { policyOf } from './policy-of.js';
import type { CheckedSend, RecipientCheck } from './recipient-check.js';

/**
 * Postpones recipients to the end of their quiet hours, or to the next send window. A message that is over before that is
 * skipped.
 */
@Injectable()
export class QuietHoursCheck implements RecipientCheck {
  readonly order = 800;

  constructor(
    private readonly policies: PolicyService,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  async apply(send: CheckedSend, recipients: CheckedRecipients): Promise<void> {
    const hours = await this.findHours(send);
    if (!hours) {
      return;
    }
    const { chunk, dispatch } = send;
    const underWay = new Set(chunk.inFlight?.ids);
    const now = this.clock.now();
    const openings = new Map<string | null, Date | undefined>();
    for (const recipient of recipients.listReachable().filter(({ recipientId }) => !underWay.has(recipientId))) {
      const { timeZone, recipientId } = recipient;
      if (!openings.has(timeZone)) {
        openings.set(timeZone, findOpening(hours, timeZone, now));
      }
      const opening = openings.get(timeZone);
      const expiresAt = findExpiry(chunk, dispatch, recipientId) ?? chunk.expiresAt;
      if (!opening || (opening > now && expiresAt && expiresAt <= opening)) {
        recipient.isQuiet = true;
        recipients.skip(recipient, 'QUIET_HOURS');
      } else if (opening > now) {
        recipient.isQuiet = true;
        recipients.postpone(recipient, opening);
      }
    }
  }

  /** The hours that hold back messages of a send; undefined: none. */
  private async findHours({ chunk: { appId, channel }, dispatch }: CheckedSend): Promise<ContactHours | undefined> {
    const { quietHours, sendWindows } = await this.policies.find(appId);
    if (!quietHours && sendWindows.length === 0) {
      return undefined;
    }
    const policy = policyOf(dispatch, channel);
    const isBound = ({ binds = ['marketing'] }: Hours): boolean => binds.some((bound) => bound === policy);
    const quiet = quietHours && isBound(quietHours) ? quietHours : null;
    const windows = sendWindows.filter(isBound);
    if (!quiet && windows.length === 0) {
      return undefined;
    }
    const { settings } = await this.applications.getApplication(appId);
    return { quiet, windows, zone: settings.timeZone };
  }
}

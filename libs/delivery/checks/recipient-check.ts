import type { ContactChannel } from '#libs/channels/definitions';
import type { Dispatch, LeasedChunk } from '../model/delivery.types.js';
import type { CheckedRecipients } from './checked-recipients.js';

/** A batch whose recipients are checked. */
export interface CheckedSend {
  chunk: LeasedChunk;
  dispatch: Dispatch;
  /** The batch does not leave, as in a dry run: a check decides the same, and changes nothing. */
  isUnsent: boolean;
}

/**
 * Decides right before a batch leaves who of its recipients gets the message, and when. A module registers its checks at
 * `RecipientCheckRegistryService`. Every send runs them, and every dry run.
 */
export interface RecipientCheck {
  /**
   * Checks run from the lowest number to the highest. Those of delivery: category opt-outs 100, suppressions 200, reach of the
   * accounts 300, session windows 400, live activities 500, changed channels 600, replaced notifications 700,
   * quiet hours 800,
   * frequency caps 900.
   */
  readonly order: number;

  /** Calls `skip` or `postpone` of some recipients that are still open. One query a batch, not one a recipient. */
  apply(send: CheckedSend, recipients: CheckedRecipients): Promise<void>;
}

/** A check of addresses and numbers of users: a batch of devices does not run it. */
export interface ContactCheck extends Pick<RecipientCheck, 'order'> {
  applyToContacts(send: CheckedSend, channel: ContactChannel, recipients: CheckedRecipients): Promise<void>;
}

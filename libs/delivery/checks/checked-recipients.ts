import type { Recipient } from './recipient.js';

/** Reason of a recipient that an earlier attempt may have reached: it has failed, and is not skipped. */
export const IN_DOUBT = 'IN_DOUBT';

export type ReachableRecipient = Recipient & { address: string };

/** The addresses of a recipient on the channel, the one that is sent to first. */
export function listAddresses({ address, otherAddresses = [] }: ReachableRecipient): readonly string[] {
  return [address, ...otherAddresses];
}

/** The recipients of a batch while they are checked. The first reason that a check gives is the result. */
export class CheckedRecipients {
  private readonly byId: ReadonlyMap<number, Recipient>;

  /**
   * @param recipients  some may have a reason already, such as a missing permission
   * @param inFlight    ids that a dead worker left in flight: they are decided on now, and nothing postpones them
   */
  constructor(
    recipients: readonly Recipient[],
    private readonly inFlight: ReadonlySet<number>,
  ) {
    const byId = new Map<number, Recipient>();
    recipients.forEach((recipient) => byId.set(recipient.recipientId, recipient));
    this.byId = byId;
  }

  /** The recipient; undefined: it was deleted since the audience was frozen. */
  find(recipientId: number): Recipient | undefined {
    return this.byId.get(recipientId);
  }

  /** Lists recipients that no check has skipped. */
  listOpen(): Recipient[] {
    return [...this.byId.values()].filter(({ skipReason }) => skipReason === null);
  }

  /** Lists open recipients that have an address or a number. */
  listReachable(): ReachableRecipient[] {
    return this.listOpen().filter((recipient): recipient is ReachableRecipient => recipient.address !== null);
  }

  /** @param reason  of the result, such as `SUPPRESSED`; the panel has words for it in `reason-words.ts` */
  skip(recipient: Recipient, reason: string): void {
    recipient.skipReason ??= reason;
  }

  /** Skips recipients who have a newer message. @param inDoubt  ids that an earlier attempt of this one may have reached */
  skipReplaced(replaced: readonly Recipient[], inDoubt: ReadonlySet<number>): void {
    replaced.forEach((recipient) => this.skip(recipient, inDoubt.has(recipient.recipientId) ? IN_DOUBT : 'SUPERSEDED'));
  }

  /**
   * Sends to a recipient later; of several times the latest counts. A message with a time to live expires when that is over.
   *
   * @param keepsDeadline  the time for attempts goes on; else it begins at `notBefore`
   */
  postpone(recipient: Recipient, notBefore: Date, { keepsDeadline = false } = {}): void {
    const isLater = !recipient.notBefore || recipient.notBefore < notBefore;
    if (isLater && !this.inFlight.has(recipient.recipientId)) {
      Object.assign(recipient, { notBefore, keepsDeadline });
    }
  }
}

import { Injectable } from '@nestjs/common';
import { contactOfKind, RECIPIENT_KINDS, topicChannelOf } from '#libs/channels';
import {
  type Cap,
  CapCounterService,
  countMessages,
  marksOf,
  messageNumber,
  type Place,
  PolicyService,
  type WishedMessage,
} from '#libs/contact-policy';
import { UserLookupService } from '#libs/users/registry';
import { groupBy } from '#platform/collections';
import { toMailboxKey } from '#platform/spelling';
import { isContactChannel } from '../model/channel-policy.js';
import type { LeasedChunk } from '../model/delivery.types.js';
import { policyOf } from './policy-of.js';
import { IN_DOUBT, type CheckedRecipients, type ReachableRecipient } from './checked-recipients.js';
import { FreePlaces } from './free-places.js';
import type { CheckedSend, RecipientCheck } from './recipient-check.js';

/**
 * Skips recipients who have had as many messages as the caps allow. The others name the places that they need; these are
 * taken right before the message leaves, so that two sends never share one. A message to an address counts for every user who
 * has it.
 */
@Injectable()
export class FrequencyCapCheck implements RecipientCheck {
  readonly order = 900;

  constructor(
    private readonly policies: PolicyService,
    private readonly counter: CapCounterService,
    private readonly users: UserLookupService,
  ) {}

  async apply({ chunk, dispatch }: CheckedSend, recipients: CheckedRecipients): Promise<void> {
    const caps = await this.policies.findCaps(chunk.appId);
    const policy = caps.length > 0 ? policyOf(dispatch, chunk.channel) : 'exempt';
    if (policy === 'exempt') {
      return;
    }
    const { categoryIds: topicIds = [] } = dispatch.options;
    const open = recipients.listReachable().filter(({ notBefore }) => notBefore === undefined);
    const counted = open.flatMap((recipient) => {
      const channel = topicChannelOf(recipient.platform, recipient.address);
      const marks = marksOf(caps, { policy, topicIds, channel });
      return marks > 0 ? [{ recipient, marks, message: messageNumber(dispatch.dispatchId, channel) }] : [];
    });
    const holders = counted.length > 0 ? await this.findHolders(chunk, open) : undefined;
    for (const { recipient, marks, message } of counted) {
      const { recipientId, uid, address } = recipient;
      const uids = new Set([uid, ...(holders?.get(toMailboxKey(address)) ?? [])]);
      recipient.places = [...uids].map((each) => ({ uid: each, message, recipientId, marks }));
    }
    await this.skipFull(
      chunk,
      caps,
      recipients,
      counted.map(({ recipient }) => recipient),
    );
  }

  private async skipFull(
    { appId, inFlight, attempted }: LeasedChunk,
    caps: readonly Cap[],
    recipients: CheckedRecipients,
    counted: readonly ReachableRecipient[],
  ): Promise<void> {
    const underWay = new Set(inFlight?.ids);
    const asking = counted.filter(({ recipientId }) => !underWay.has(recipientId));
    for (const group of groupBy(asking, ({ places = [] }) => places[0]?.message).values()) {
      const free = new FreePlaces(await this.counter.findUsed(appId, caps, toWishes(group)), caps);
      for (const recipient of group) {
        const cap = free.take(recipient.places ?? []);
        if (cap) {
          recipient.cap = cap;
          recipients.skip(recipient, attempted?.ids.has(recipient.recipientId) ? IN_DOUBT : 'FREQUENCY_CAP');
        }
      }
    }
  }

  /** Users by address, without regard to its spelling; undefined for devices. */
  private async findHolders(
    { appId, channel }: LeasedChunk,
    open: readonly ReachableRecipient[],
  ): Promise<Map<string, number[]> | undefined> {
    if (!isContactChannel(channel)) {
      return undefined;
    }
    const { address: kind } = contactOfKind(RECIPIENT_KINDS[channel]);
    const found = await this.users.findUsersByAddresses(
      appId,
      kind,
      open.map(({ address }) => address),
    );
    const holders = [...groupBy(found, ({ address }) => toMailboxKey(address))];
    return new Map(holders.map(([address, users]) => [address, users.map(({ uid }) => uid)]));
  }
}

/** The places of each user that a batch asks for. */
function toWishes(group: readonly ReachableRecipient[]): WishedMessage {
  const places = group.flatMap((recipient): readonly Place[] => recipient.places ?? []);
  const wishes = [...groupBy(places, ({ uid }) => uid)].map(([uid, own]) => {
    return { uid, own: countMessages(own), marks: own[0]?.marks ?? 0 };
  });
  return { message: places[0]?.message ?? 0, recipientIds: group.map(({ recipientId }) => recipientId), wishes };
}

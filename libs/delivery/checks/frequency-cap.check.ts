import { Injectable } from '@nestjs/common';
import { type ChosenFrequency, contactOfKind, RECIPIENT_KINDS, topicChannelOf } from '#libs/channels/definitions';
import {
  asksChoices,
  type Cap,
  CapCounterService,
  countMessages,
  marksOf,
  messageNumber,
  needZones,
  type Place,
  PolicyService,
  type WishedMessage,
} from '#libs/contact-policy';
import { ApplicationService } from '#libs/tenancy';
import { EmailFrequencyService } from '#libs/users/preferences';
import { RecipientService, UserLookupService } from '#libs/users/registry';
import { groupBy } from '#platform/collections';
import { ClockService } from '#platform/runtime';
import { DAY_MS, readTimeZone, toMailboxKey } from '#platform/spelling';
import { isContactChannel } from '../model/channel-policy.js';
import type { LeasedChunk } from '../model/delivery.types.js';
import { findExpiry } from '../model/time-to-live.js';
import { policyOf } from './policy-of.js';
import { IN_DOUBT, type CheckedRecipients, type ReachableRecipient } from './checked-recipients.js';
import { FreePlaces } from './free-places.js';
import type { UsedUpCap } from './recipient.js';
import type { CheckedSend, RecipientCheck } from './recipient-check.js';

/** A message waits for a place at most so long after it was due. */
const MAX_DEFERRAL_MS = 28 * DAY_MS;
const MINUTE_MS = 60_000;

/** Finds the calendar that a message to a recipient follows for one of the users who have the address. */
type Zones = (uid: number, recipient: ReachableRecipient) => string;

/**
 * Holds back recipients who have had as many messages as the caps allow: they are skipped, or wait until there is a place. The
 * others name the places that they need; these are taken right before the message leaves, so that two sends never share one. A
 * message to an address counts for every user who has it.
 */
@Injectable()
export class FrequencyCapCheck implements RecipientCheck {
  readonly order = 900;

  constructor(
    private readonly policies: PolicyService,
    private readonly counter: CapCounterService,
    private readonly users: UserLookupService,
    private readonly recipients: RecipientService,
    private readonly frequencies: EmailFrequencyService,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  async apply(send: CheckedSend, recipients: CheckedRecipients): Promise<void> {
    const { chunk, dispatch } = send;
    const caps = await this.policies.findCaps(chunk.appId);
    const policy = caps.length > 0 ? policyOf(dispatch, chunk.channel) : 'exempt';
    if (policy === 'exempt') {
      return;
    }
    const { categoryIds: topicIds = [] } = dispatch.options;
    const open = recipients.listReachable().filter(({ notBefore }) => notBefore === undefined);
    const counted = open.flatMap((recipient) => {
      const channel = topicChannelOf(recipient.platform, recipient.address);
      const sent = { policy, topicIds, channel };
      return marksOf(caps, sent) > 0 ? [{ recipient, sent, message: messageNumber(dispatch.dispatchId, channel) }] : [];
    });
    const holders = counted.length > 0 ? await this.findHolders(chunk, open) : undefined;
    const zones = counted.length > 0 && needZones(caps) ? await this.findZones(chunk, open, holders) : undefined;
    const choices = counted.some(({ sent }) => asksChoices(caps, sent))
      ? await this.findChoices(chunk, open, holders)
      : undefined;
    for (const { recipient, sent, message } of counted) {
      const { recipientId, uid, address } = recipient;
      const uids = new Set([uid, ...(holders?.get(toMailboxKey(address)) ?? [])]);
      recipient.places = [...uids].map((each): Place => {
        const marks = marksOf(caps, sent, choices?.get(each));
        const place = { uid: each, message, recipientId, marks };
        return zones ? { ...place, zone: zones(each, recipient) } : place;
      });
    }
    await this.holdBack(
      send,
      caps,
      recipients,
      counted.map(({ recipient }) => recipient),
    );
  }

  private async holdBack(
    send: CheckedSend,
    caps: readonly Cap[],
    recipients: CheckedRecipients,
    counted: readonly ReachableRecipient[],
  ): Promise<void> {
    const { appId, inFlight, attempted } = send.chunk;
    const underWay = new Set(inFlight?.ids);
    const asking = counted.filter(({ recipientId }) => !underWay.has(recipientId));
    const crowded: { recipient: ReachableRecipient; cap: UsedUpCap }[] = [];
    for (const group of groupBy(asking, ({ places = [] }) => places[0]?.message).values()) {
      const used = await this.counter.findUsed(appId, caps, toWishes(group));
      const free = new FreePlaces(used, caps, this.clock.now());
      for (const recipient of used.length > 0 ? group : []) {
        const cap = free.take(recipient.places ?? []);
        if (cap) {
          crowded.push({ recipient, cap });
        }
      }
    }
    const latest = crowded.some(({ cap }) => cap.defers) ? await this.findLatest(send) : undefined;
    for (const { recipient, cap } of crowded) {
      const { recipientId } = recipient;
      const over = findExpiry(send.chunk, send.dispatch, recipientId) ?? latest;
      const waits = cap.defers && latest && cap.nextAt <= latest && over && cap.nextAt < over;
      recipient.cap = { ...cap, defers: waits === true };
      if (attempted?.ids.has(recipientId)) {
        recipients.skip(recipient, IN_DOUBT);
      } else if (waits) {
        recipients.postpone(recipient, cap.nextAt);
      } else {
        recipients.skip(recipient, 'FREQUENCY_CAP');
      }
    }
  }

  /** Until when messages of a send may wait for a place: by its late policy, or that of the application. */
  private async findLatest({ chunk: { appId }, dispatch: { dueAt, options } }: CheckedSend): Promise<Date> {
    const late = options.late ?? (await this.applications.getApplication(appId)).settings.lateSends;
    // A send by the clocks of its recipients is due at a different time for each of them.
    const isShort = late.policy === 'skip' && options.localTime === undefined;
    return new Date(dueAt.getTime() + (isShort ? late.afterMinutes * MINUTE_MS : MAX_DEFERRAL_MS));
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
    const owners = await this.users.findUsersByAddresses(
      appId,
      kind,
      open.map(({ address }) => address),
    );
    const holders = [...groupBy(owners, ({ address }) => toMailboxKey(address))];
    return new Map(holders.map(([address, users]) => [address, users.map(({ uid }) => uid)]));
  }

  /** How often e-mail may come to the users of a batch. */
  private async findChoices(
    { appId }: LeasedChunk,
    open: readonly ReachableRecipient[],
    holders: ReadonlyMap<string, readonly number[]> | undefined,
  ): Promise<ReadonlyMap<number, ChosenFrequency>> {
    const uids = [...open.map(({ uid }) => uid), ...[...(holders?.values() ?? [])].flat()];
    return this.frequencies.find(appId, [...new Set(uids)]);
  }

  /** Each user has the zone of a device; without one that of the application. */
  private async findZones(
    { appId }: LeasedChunk,
    open: readonly ReachableRecipient[],
    holders: ReadonlyMap<string, readonly number[]> | undefined,
  ): Promise<Zones> {
    const zoneByUser = new Map(open.map(({ uid, timeZone }) => [uid, timeZone]));
    const absent = [...(holders?.values() ?? [])].flat().filter((uid) => !zoneByUser.has(uid));
    if (absent.length > 0) {
      const options = { withProfile: false, withTimeZone: true };
      const users = await this.recipients.findRecipientsByUser(appId, absent, options);
      users.forEach(({ uid, timeZone }) => zoneByUser.set(uid, timeZone));
    }
    const { timeZone: fallback } = (await this.applications.getApplication(appId)).settings;
    return (uid, recipient) => {
      const zone = uid === recipient.uid ? recipient.timeZone : (zoneByUser.get(uid) ?? null);
      return (zone === null ? undefined : readTimeZone(zone)) ?? fallback;
    };
  }
}

/** The places of each user that a batch asks for: one wish for each calendar that they follow. */
function toWishes(group: readonly ReachableRecipient[]): WishedMessage {
  const places = group.flatMap((recipient): readonly Place[] => recipient.places ?? []);
  const wishes = [...groupBy(places, ({ uid }) => uid)].flatMap(([uid, messages]) => {
    const wish = { uid, own: countMessages(messages), marks: messages[0]?.marks ?? 0 };
    const zones = [...new Set(messages.flatMap(({ zone }) => zone ?? []))];
    return zones.length === 0 ? [wish] : zones.map((zone) => ({ ...wish, zone }));
  });
  return { message: places[0]?.message ?? 0, recipientIds: group.map(({ recipientId }) => recipientId), wishes };
}

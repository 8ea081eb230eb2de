import type { Outgoing } from '#libs/channels';
import type { Place } from '#libs/contact-policy';
import type { JsonObject } from '#libs/content';
import type { NewInboxMessage } from '#libs/inbox';
import type { PushRecipient } from '#libs/users/registry';

/**
 * A frequency cap without a free place for a user.
 *
 * @property defers    its messages wait until it has a place
 * @property sentAt    when the messages in its window left, the newest first
 * @property messages  their numbers, of `messageNumber`
 * @property nextAt    when the next one may leave
 */
export interface UsedUpCap {
  name: string;
  defers: boolean;
  sentAt: readonly Date[];
  messages: readonly number[];
  nextAt: Date;
}

/** A recipient on its way through a batch: an installation or a user as it is stored now, checked, rendered and sent. */
export interface Recipient {
  recipientId: number;
  uid: number;
  platform: number;
  /** Null: removed since the audience was frozen. */
  address: string | null;
  /** Further addresses of the user on this channel: what its owner said under one holds for all. Absent: none. */
  otherAddresses?: readonly string[];
  registeredAt?: Date;
  /** False: the address may be invented, because a device registered it and no message was accepted yet. */
  isTrusted?: boolean;
  /** Null: the message may be sent. */
  skipReason: string | null;
  /** Live data of its own was fetched; absent: the message reads none. */
  isFetched?: boolean;
  /** The reason is a failure. */
  isFailed?: boolean;
  language: string | null;
  timeZone: string | null;
  /** Absent: an address of a user. */
  drawsMessages?: boolean;
  /** Absent: the message differs by no attribute. */
  profile: Record<string, unknown> | undefined;
  /** Values for placeholders that it alone has; absent: none. */
  params?: JsonObject | undefined;
  /** It is sent to then, with another batch. */
  notBefore?: Date;
  /** Its time for attempts goes on until then; else it begins then. */
  keepsDeadline?: boolean;
  /** Names the earlier notification whose place the message takes; absent: a place of its own. */
  collapseId?: string;
  /** Time of an update of a live activity, in seconds since 1970. */
  activityTimestamp?: number;
  /** The text that is sent, as JSON; absent: that of the message. */
  shown?: string;
  /** The time to live of the message; absent: as the channel has it. */
  ttlSeconds?: number;
  /** Its own deadline; absent: that of the attempt. */
  expiresAt?: Date;
  /** The places under frequency caps that its message takes when it leaves; absent: it needs none. */
  places?: readonly Place[];
  /** The cap that holds it back. */
  cap?: UsedUpCap;
  /** It waits for the end of quiet hours, or for a send window. */
  isQuiet?: true;
  /** Set when the message is also kept in the inbox. */
  inbox?: NewInboxMessage;
}

/** A recipient whose message is rendered. */
export interface OutgoingRecipient extends Recipient {
  outgoing: Outgoing;
}

/** A recipient whose message leaves later, with another batch. */
export interface PostponedRecipient extends Recipient {
  notBefore: Date;
}

/** @param includeOptedOut  the message goes to devices without push permission too */
export function toDeviceRecipient(device: PushRecipient, includeOptedOut: boolean): Recipient {
  return {
    recipientId: device.instId,
    uid: device.uid,
    platform: device.platform,
    address: device.token,
    registeredAt: device.tokenRegisteredAt ?? undefined,
    isTrusted: device.isTrusted,
    skipReason:
      device.token === null || device.retired
        ? 'NO_TOKEN'
        : device.pushPermitted || includeOptedOut
          ? null
          : 'OPTED_OUT',
    language: device.language,
    timeZone: device.timeZone,
    drawsMessages: device.drawsMessages,
    profile: device.profile,
  };
}

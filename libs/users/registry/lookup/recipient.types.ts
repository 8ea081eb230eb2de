import type { AttributeValue } from '#libs/users/profiles';
import type { Addresses } from '#libs/users/identities';

export interface ReadOptions {
  /** True if profiles are read too; they cost more than everything else. */
  withProfile: boolean;
  /**
   * Reads installations without their users: no extId, and the language of the device. Saves the look-up of the user, a
   * third of what this read costs Postgres.
   */
  deviceAlone?: boolean;
  /** Reads time zones too: of the device, or of the device that the user was active on last. */
  withTimeZone?: boolean;
}

/** An installation as delivery needs it at the moment of sending. */
export interface PushRecipient {
  instId: number;
  uid: number;
  extId: string | null;
  platform: number;
  token: string | null;
  pushPermitted: boolean;
  tokenRegisteredAt: Date | null;
  /** The language of the user, else of the device. */
  language: string | null;
  /** IANA name as the device reports it, on request. */
  timeZone: string | null;
  /** The app draws the notification of a data message itself. */
  drawsMessages: boolean;
  /** A provider reported the token as dead. */
  retired: boolean;
  /**
   * A server registered the token, or a provider accepted a message to it. Others may be invented: a page visitor can
   * register as many as they like.
   */
  isTrusted: boolean;
  /** The first user that the installation left for another one; null: it never did. A merge is not such a change. */
  firstUid: number | null;
  /** Values by attribute code, on request. */
  profile?: Readonly<Record<string, AttributeValue>>;
}

/** A user as e-mail and SMS delivery need it at the moment of sending. */
export interface ContactRecipient extends Addresses {
  uid: number;
  extId: string | null;
  emailOptIn: boolean;
  smsOptIn: boolean;
  language: string | null;
  /** The time zone, as of a push recipient. */
  timeZone: string | null;
  profile?: Readonly<Record<string, AttributeValue>>;
}

import type { Addresses } from './contact-values.js';
import type { Platform } from '#libs/content';
import type { ProvenUser } from '#libs/tenancy';
import type { AttributeValue, AttributeScalar } from './attribute.types.js';
import type { LookupKey } from './lookup-key.js';

/** Tests if a user takes commercial messages. Absent values stay as they are. */
export interface UserConsent {
  email?: boolean;
  sms?: boolean;
}

/** The details that a server states of a device beside its token. Absent values stay as they are. */
export interface DeviceDetails {
  pushPermitted?: boolean;
  deviceModel?: string;
  osVersion?: string;
  appVersion?: string;
  /** IANA name. */
  timeZone?: string;
}

/** One entry of `registerUsers`. `platform` and `deviceToken` go together; details of a device need both. */
export interface UserRegistration extends DeviceDetails, Partial<Addresses<string>> {
  extId: string;
  consent?: UserConsent;
  /** The same as in the profile. */
  language?: string;
  country?: string;
  platform?: string;
  deviceToken?: string;
  tags?: readonly string[];
  /** Values by attribute code, not yet checked. */
  profile?: Readonly<Record<string, unknown>>;
}

/** Body of `tagUsers` and `untagUsers`. */
export interface TagAssignment {
  tag: string | readonly string[];
  extIds: readonly string[];
}

/** One entry of `setProfileAttributes`. */
export interface ProfileUpdate {
  extId: string;
  profile: Readonly<Record<string, unknown>>;
}

/** One entry of `unsetProfileAttributes`: codes. */
export interface ProfileUnset {
  extId: string;
  profile: readonly string[];
}

/** One entry of `deleteProfileAttributeValue`. */
export interface DeletedValue {
  key: string;
  value: unknown;
}

/** One entry of `setCategoryPreferences`. */
export interface CategoryPreference {
  extId: string;
  category: string;
  enable: boolean;
}

/** The user and the address to remove: that of a user, or uploaded addresses. Exactly one of the two. */
export interface AddressRemoval {
  extId?: string | undefined;
  addresses?: readonly string[] | undefined;
}

/** Exactly one of the two. */
export interface DeviceSubject {
  extId?: string;
  deviceToken?: string;
}

/** A device as `getDevices` answers it (specification, section 2.1). */
export interface Device {
  platform: Platform;
  token: string | null;
  deviceModel: string | null;
  pushPermitted: boolean;
}

/** Position in a walk through all devices: the last device seen, and the total at the start of the walk. */
export interface DeviceCursor {
  uid: number;
  instId: number;
  total: number;
}

/** @property after  takes precedence over `offset` */
export interface DevicePageRequest {
  max: number;
  offset: number;
  after?: DeviceCursor | undefined;
}

export interface DevicePage {
  total: number;
  devices: Device[];
  /** Absent on the last page. */
  next?: DeviceCursor;
}

/**
 * The change that one request makes to one user. Absent values stay.
 *
 * @property attrs  values by attribute code
 * @property tags  names of tags to add
 * @property devices  by token hash (hex), so that a token counts once
 */
export interface UserChange extends Partial<Addresses<string>> {
  extId: string;
  vb: number;
  attrs: Map<string, AttributeValue>;
  tags: Set<string>;
  consent?: UserConsent;
  devices: Map<string, UserDevice>;
}

/**
 * A token as it is stored and looked up.
 *
 * @property text  the token, or the canonical JSON of a web push subscription
 * @property key  key of the token, or of a subscription's endpoint alone, because its keys may be renewed
 */
export interface DeviceToken {
  text: string;
  key: LookupKey;
}

export interface UserDevice {
  platform: Platform;
  token: DeviceToken;
  details?: DeviceDetails;
  /** Values of calculated attributes by id, which its user gets with a new device. */
  reported?: ReadonlyMap<number, AttributeScalar>;
}

/** The report of a device about itself when it registers, and again after each change. */
export interface InstallationRegistration {
  /** Both or neither: they name the installation to refresh. */
  installationId?: string;
  secret?: string;
  /** Required for a new installation. */
  platform?: string;
  token?: string;
  extId?: string;
  pushPermitted?: boolean;
  deviceModel?: string;
  osVersion?: string;
  appVersion?: string;
  language?: string;
  timeZone?: string;
  country?: string;
  /** True if the app draws the notification of a data message itself (Android). */
  drawsMessages?: boolean;
}

/** The proof behind a device's claim about its user. */
export interface UserClaim {
  /** True if a named user needs a proof. */
  isRequired: boolean;
  /** Numbers of the identity keys whose proofs count. */
  keyIds: readonly number[];
  /** Devices of one user that may register themselves for push. Absent: any number. */
  maxInstallations?: number;
  /** The user that a checked token names. */
  proof?: ProvenUser;
}

/** `secret` is present once: when the installation is new, or when a device claims it for the first time. */
export interface RegisteredInstallation {
  installationId: string;
  secret?: string;
}

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

/** The id and the secret from the first registration of a device. */
export interface InstallationCredentials {
  installationId: string;
  secret: string;
}

/** An installation whose credentials were checked. */
export interface AuthenticatedInstallation {
  instId: number;
  uid: number;
  /** Number of the platform. */
  platform: number;
}

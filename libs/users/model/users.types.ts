import type { Platform } from '#libs/content';
import type { AttributeValue } from './attribute.types.js';
import type { LookupKey } from './lookup-key.js';

/** One entry of `registerUsers`. `platform` and `deviceToken` go together. */
export interface UserRegistration {
  extId: string;
  platform?: string;
  deviceToken?: string;
  email?: string;
  msisdn?: string;
  tags?: readonly string[];
  /** Values by attribute code, not yet checked. */
  profile?: Readonly<Record<string, unknown>>;
}

/** Body of `tagUsers` and `untagUsers`. */
export interface TagAssignment {
  tag: string;
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

/** Whose address goes: a user's, or those of uploaded addresses. Exactly one of the two. */
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

/** Where a walk through all devices stands: the last one seen, and the total when it began. */
export interface DeviceCursor {
  uid: number;
  instId: number;
  total: number;
}

/** @property after  goes before `offset` */
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
 * What one request wants of one user, its entries merged: what is absent stays as it is.
 *
 * @property attrs    values by attribute code
 * @property tags     names of tags to add
 * @property devices  by token hash (hex), so that a token counts once
 */
export interface UserChange {
  extId: string;
  vb: number;
  attrs: Map<string, AttributeValue>;
  tags: Set<string>;
  email?: string;
  msisdn?: string;
  devices: Map<string, UserDevice>;
}

/**
 * A token as it is stored and looked up.
 *
 * @property text  the token, or the canonical JSON of a web push subscription
 * @property key   what it is found by: the token itself, or the subscription's endpoint alone, whose keys may be renewed
 */
export interface DeviceToken {
  text: string;
  key: LookupKey;
}

export interface UserDevice {
  platform: Platform;
  token: DeviceToken;
}

/** What a device says of itself when it registers, and again whenever something changed. */
export interface InstallationRegistration {
  /** Both or neither: a refresh of the installation that an earlier answer named. */
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
}

/** `secret` is there once: when the installation was made, or first claimed by its device. */
export interface RegisteredInstallation {
  installationId: string;
  secret?: string;
}

export interface ReadOptions {
  /** Whether profiles are read too; they cost more than all the rest. */
  withProfile: boolean;
  /**
   * Of installations, only what lies with the device: no extId, and not the language that its user has. Saves the look-up
   * of the user, a third of what reading costs Postgres.
   */
  deviceAlone?: boolean;
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
  /** The user's, else the device's. */
  language: string | null;
  /** A provider called the token dead. */
  retired: boolean;
  /** Values by attribute code, when asked for. */
  profile?: Readonly<Record<string, AttributeValue>>;
}

/** A user as e-mail and SMS delivery need it at the moment of sending. */
export interface ContactRecipient {
  uid: number;
  extId: string | null;
  email: string | null;
  msisdn: string | null;
  emailOptIn: boolean;
  smsOptIn: boolean;
  language: string | null;
  profile?: Readonly<Record<string, AttributeValue>>;
}

/** What a device shows to prove which installation it is: both came with its first registration. */
export interface InstallationCredentials {
  installationId: string;
  secret: string;
}

/** An installation that has proven to be itself. */
export interface AuthenticatedInstallation {
  instId: number;
  uid: number;
  /** Number of the platform. */
  platform: number;
}

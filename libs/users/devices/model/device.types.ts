import type { Platform } from '#libs/content';
import type { AttributeScalar } from '#libs/users/profiles';
import type { LookupKey } from '#libs/users/identities';

/** The details that a server states of a device beside its token. Absent values stay as they are. */
export interface DeviceDetails {
  pushPermitted?: boolean;
  deviceModel?: string;
  osVersion?: string;
  appVersion?: string;
  /** IANA name. */
  timeZone?: string;
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

/** An installation whose credentials were checked. */
export interface AuthenticatedInstallation {
  instId: number;
  uid: number;
  /** Number of the platform. */
  platform: number;
}

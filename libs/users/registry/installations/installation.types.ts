import type { ProvenUser } from '#libs/tenancy';

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

/** The id and the secret from the first registration of a device. */
export interface InstallationCredentials {
  installationId: string;
  secret: string;
}

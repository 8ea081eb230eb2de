import type { DeviceDetails } from '#libs/users/devices';
import type { Addresses, UserConsent } from '#libs/users/identities';

/** One entry of `registerUsers`. `platform` and `deviceToken` go together; details of a device need both. */
export interface UserRegistration extends DeviceDetails, Partial<Addresses<string>> {
  extId: string;
  consent?: UserConsent;
  /** Language of the profile. */
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

/** The user and the address to remove: that of a user, or uploaded addresses. Exactly one of the two. */
export interface AddressRemoval {
  extId?: string | undefined;
  addresses?: readonly string[] | undefined;
}

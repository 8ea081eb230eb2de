import type { AddressKind, ContactRecipientKind } from '#libs/channels/definitions';
import type { Profile } from '#libs/users/profiles';
import type { PersonTopic } from '../topics/topic.types.js';
import type { ResultPlace } from '#libs/users/identities';
import type { ExportedDeviceRow, ExportedSuppression, ExportedUserRow } from './user-export.repository.js';

/**
 * A person: the user with the extId, or users that had it and were deleted.
 *
 * @property uids           present user first
 * @property resultPlaces  where results of each may lie
 */
export interface ExportedPerson {
  user: ExportedUserRow | undefined;
  uids: readonly number[];
  resultPlaces: readonly ResultPlace[];
}

/** An installation with its id and the name of its platform. */
export interface PresentedDevice extends Omit<ExportedDeviceRow, 'instId' | 'platform'> {
  installationId: string;
  platform: string;
}

/** Why nothing is sent to an address of the user. */
export interface PresentedSuppression extends Omit<ExportedSuppression, 'channel'> {
  channel: ContactRecipientKind;
}

/**
 * Topics of a user by name.
 *
 * @property categories  true where something of it comes
 * @property topics      the state by channel, of those that are offered on some channels or whose channels differ
 */
export interface TopicConsents {
  categories: Record<string, boolean>;
  topics: Record<string, PersonTopic['channels']>;
}

/** The data of a user in this module, without lists that can be long. Times are ISO 8601 in JSON. */
export interface ExportedUser {
  user: Pick<ExportedUserRow, AddressKind | 'createdAt' | 'updatedAt'> | null;
  profile: Profile;
  tags: readonly string[];
  consents: (ExportedUserRow['consents'] & TopicConsents) | null;
  devices: readonly PresentedDevice[];
  formerDevices: readonly string[];
  merges: readonly { mergedAt: Date }[];
  suppressions: readonly PresentedSuppression[];
}

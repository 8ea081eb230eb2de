/**
 * A user that was found by a part of a value.
 *
 * @property names   of the profile; null without one, or where they are private and not shown
 * @property by      codes of attributes with what was searched, `extId` for the user's own id
 * @property isPrivate  whether private values alone led to it
 */
export interface FoundUser {
  uid: number;
  extId: string;
  names: string | null;
  by: readonly string[];
  isPrivate: boolean;
}

/** @property hasMore  more users are meant than are listed */
export interface FoundUsers {
  users: readonly FoundUser[];
  hasMore: boolean;
}

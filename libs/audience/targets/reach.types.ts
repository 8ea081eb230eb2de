import type { AddressKind } from '#libs/channels';

/** Who can be reached, as the panel asks it beside a target. No request names these. */
export type ReachLeaf =
  /** Users with a device that takes pushes, of one of some platforms (their numbers). */
  | { type: 'takesPush'; platforms: number[] }
  /** Users with an address of a channel whose messages they have not refused. */
  | { type: 'takesMessages'; column: AddressKind }
  /** Users who opted out of at least one category. */
  | { type: 'refusesCategory'; categoryIds: number[] };

/** What the leaves above look at. */
export interface PersonReach {
  /** Numbers of the platforms on which a device takes pushes. */
  platforms: readonly number[];
  /** Whether messages to each address are allowed, whether or not there is one. */
  allows: Readonly<Record<AddressKind, boolean>>;
  /** Categories that were refused. */
  refused: readonly number[];
}

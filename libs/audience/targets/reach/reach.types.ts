import type { AddressKind } from '#libs/channels/definitions';
import type { Platform } from '#libs/content';

/** Users that a message on any, all or none of some platforms would reach. */
export interface ReachableTarget {
  type: 'reachable';
  mode: 'any' | 'all' | 'none';
  platforms: Platform[];
}

/**
 * Users who get nothing of at least one topic on a platform, as the panel asks beside a target. No request names it.
 *
 * @property defaultOff  topics that a user without a choice does not get
 * @property platform    its number
 */
export interface RefusalLeaf {
  type: 'refusesCategory';
  categoryIds: number[];
  defaultOff: number[];
  platform: number;
}

/** A condition that tests who can be reached, by what is stored. */
export type ReachLeaf =
  /** Users with a device that takes pushes, of one of some platforms (their numbers). */
  | { type: 'takesPush'; platforms: number[] }
  /** Users with an address of a channel whose messages they have not refused. */
  | { type: 'takesMessages'; column: AddressKind };

/** The facts that the leaves above test. */
export interface PersonReach {
  /** Numbers of the platforms on which a device takes pushes. */
  platforms: readonly number[];
  /** True if messages to each address are allowed, whether or not there is one. */
  allows: Readonly<Record<AddressKind, boolean>>;
  /** Choices of topics. */
  topics: readonly PersonChoice[];
}

/** A word of a person about a topic. @property channel  number of the channel of topics; 0: all of the topic */
export interface PersonChoice {
  categoryId: number;
  channel: number;
  isOn: boolean;
}

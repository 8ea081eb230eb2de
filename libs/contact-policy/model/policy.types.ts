import type { TopicChannel } from '#libs/channels';
import type { MessagePolicy } from '#libs/content';

/** Policies whose messages a cap may hold back. Exempt messages are neither held back nor counted. */
export const BOUND_POLICIES = ['marketing', 'service'] as const satisfies readonly MessagePolicy[];
export type BoundPolicy = (typeof BOUND_POLICIES)[number];

/** A frequency cap as the application file has it. */
export interface CapEntry {
  name: string;
  most: number;
  /** A duration, such as `24h`. */
  per: string;
  /** Absent: all. */
  channels?: TopicChannel[];
  /** Names of topics; absent: every message, with a topic or without. */
  topics?: string[];
  /** Policies of the messages that it holds back. Absent: `marketing` alone. */
  binds?: BoundPolicy[];
}

/** A cap as it is stored. */
export interface Cap {
  entry: CapEntry;
  /** Its bit in the marks of counted messages. A later cap may get it again. */
  slot: number;
  /** ISO 8601: messages before it do not count, because another cap may have had the slot. */
  since: string;
  topicIds: number[];
}

/** A message that counts for a user. */
export interface Place {
  uid: number;
  /** As `messageNumber` gives it. */
  message: number;
  recipientId: number;
  /** The caps that it counts for, and those that may hold it back: see `marksOf`. */
  marks: number;
}

import type { EmailFrequency, TopicChannel } from '#libs/channels/definitions';
import type { MessagePolicy } from '#libs/content';

/** Policies whose messages a cap may hold back. Exempt messages are neither held back nor counted. */
export const BOUND_POLICIES = ['marketing', 'service'] as const satisfies readonly MessagePolicy[];
export type BoundPolicy = (typeof BOUND_POLICIES)[number];

/** Periods of calendar caps, by the clocks of each person. A week begins on Monday. */
export const CALENDAR_PERIODS = ['day', 'week', 'month'] as const;
export type CalendarPeriod = (typeof CALENDAR_PERIODS)[number];

/** A frequency cap as the application file has it. */
export interface CapEntry {
  name: string;
  most: number;
  /** A duration, such as `24h`: the window rolls. Absent with `calendar`. */
  per?: string;
  /** Counts from the beginning of the day, week or month. */
  calendar?: CalendarPeriod;
  /** A message over the cap waits until it has a place. Absent: it is skipped. */
  over?: 'defer';
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
  /** It holds back for people who chose so; absent: for everyone. */
  chosen?: EmailFrequency;
}

/** Days of the week, as repeats name them. */
export const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Day = (typeof DAYS)[number];

/** Zones of hours: that of each person, or the application's; else the name of a zone. */
export const USER_ZONE = 'user';

/** Hours of the day, `HH:mm`, by the clocks of a zone. */
export interface Hours {
  from: string;
  to: string;
  zone: string;
  /** Policies of the messages that they hold back. Absent: `marketing` alone. */
  binds?: BoundPolicy[];
}

/** Hours in which messages may leave. */
export interface SendWindow extends Hours {
  /** Absent: every day. */
  days?: Day[];
}

export const HOLDOUT_PERIODS = ['month', 'quarter', 'year'] as const;

/** A share of the users that gets no marketing for a period. */
export interface Holdout {
  name: string;
  /** Such as `5%`. */
  share: string;
  period: (typeof HOLDOUT_PERIODS)[number];
  /** Policies of campaigns that reach its users all the same. Absent: `service`. */
  except?: readonly BoundPolicy[];
}

/** The contact policy of an application. */
export interface ContactPolicy {
  caps: readonly Cap[];
  /** null: none. */
  quietHours: Hours | null;
  /** Absent windows: at any hour. */
  sendWindows: readonly SendWindow[];
  holdouts: readonly Holdout[];
}

/** A message that counts for a user. */
export interface Place {
  uid: number;
  /** A number of `messageNumber`. */
  message: number;
  recipientId: number;
  /** The caps that it counts for, and those that may hold it back: see `marksOf`. */
  marks: number;
  /** Zone of the calendar that its periods follow, as `readTimeZone` gives it; absent where no cap has any. */
  zone?: string;
}

import type { Channel } from '#libs/channels/definitions';
import type { DescribedGap, Platform } from '#libs/content';
import type { LeftOutKind, LeftOutReason } from '../left-out/left-out.types.js';

/**
 * The forecast of a send on one platform.
 *
 * @property planned   recipients that a launch would freeze, counted in full: reachable, not opted out of the channel
 * @property examined  recipients of these whose message was prepared as for a send
 * @property ready     of the examined: the message would go to the provider
 * @property waiting   of the examined: the message would go as soon as the account sends again
 * @property wait      why and how long the account sends nothing; absent while it sends
 * @property lastError  the fault of the last messages of the account; absent after a success
 * @property skipped   of the examined, by reason: suppressed, opted out of a category, channel not set up …
 * @property failed    of the examined, by reason: the message cannot be rendered
 * @property cap         of an explanation: the cap that holds the message back
 * @property placeholders  examined recipients for which placeholders have no value
 */
export interface PlatformForecast {
  platform: Platform;
  channel: Channel;
  planned: number;
  examined: number;
  ready: number;
  waiting: number;
  wait?: AccountWait;
  lastError?: LastError;
  skipped: Record<string, number>;
  failed: Record<string, number>;
  placeholders: PlaceholderForecast;
  cap?: CapForecast;
}

/**
 * A cap without a free place.
 *
 * @property over      `defer`: the message waits until `nextAt`
 * @property sentAt    of the messages in its window, the newest first; ISO 8601, as `nextAt`
 * @property messages  the same with their notification keys; null: of an erased send
 */
export interface CapForecast {
  name: string;
  over: 'skip' | 'defer';
  sentAt: string[];
  messages: { notificationKey: number | null; sentAt: string }[];
  nextAt: string;
}

/**
 * The outcome of placeholders without a value. A recipient may count in several figures.
 *
 * @property defaults   a default of the template stands in the message
 * @property plainText  the plain text stands in place of the personalized one
 * @property leftOut    sub text, a picture or an icon is left out
 * @property missing    recipients without a value, by the name of the placeholder
 */
export interface PlaceholderForecast {
  defaults: number;
  plainText: number;
  leftOut: number;
  missing: Record<string, number>;
}

/**
 * The wait of an account that sends nothing now: its breaker is open, or an operator must resume it.
 *
 * @property code   the provider's
 * @property until  the time of the next attempt, ISO 8601; null: only an operator ends the wait
 */
export interface AccountWait {
  state: 'paused' | 'resting';
  why: string;
  code: string;
  until: string | null;
}

/**
 * The last fault of an account, while no message has succeeded since.
 *
 * @property words   of the provider, or of the connection to it; '' where there are none
 * @property advice  what is wrong and what to do, in a sentence
 * @property since   of the first failed message, ISO 8601
 * @property at      of the last one
 * @property times   failed messages
 */
export interface LastError {
  code: string;
  why: string;
  words: string;
  advice: string;
  since: string;
  at: string;
  times: number;
}

/** The payload that one recipient would get. */
export interface SamplePayload {
  platform: Platform;
  payload: unknown;
}

/**
 * The duration of a send in seconds, and its bottleneck.
 *
 * @property by  `speed`: of the campaign; `account`: a rate limit of the account; `provider`: a documented limit of the
 *   provider; null: only the machines limit it
 */
export interface ExpectedTime {
  seconds: number | null;
  by: 'speed' | 'account' | 'provider' | null;
}

/**
 * @property users     users that match the target, reachable or not
 * @property people    these without those who stand back for another user with their address
 * @property unserved  platforms of the message to which no provider delivers: their recipients get nothing
 */
export interface DryRunReport {
  users: number;
  people: number;
  unserved: Platform[];
  planned: number;
  examined: number;
  platforms: PlatformForecast[];
  samples: SamplePayload[];
  expected: ExpectedTime;
  blanks: BlankForecast;
  /** Live data that the send will fetch: a dry run does not. Absent: none. */
  fetches?: string[];
  /** Absent: the contact policy holds no one back. */
  policy?: PolicyForecast;
}

/**
 * A place of a message that lacks something.
 *
 * @property people    their number, each counted once
 * @property isForAll  no message is without the gap
 */
export interface BlankPlace extends DescribedGap {
  people: number;
  isForAll: boolean;
}

/**
 * People who miss a value in their message, or the message itself.
 *
 * @property people      each counted once
 * @property isComplete  all people were looked at; else the numbers are the least that there are
 * @property restsOn     fetches whose data decides about further gaps, so that the numbers are the least; absent: none
 * @property places      those of most people first
 */
export interface BlankForecast {
  people: number;
  isComplete: boolean;
  restsOn?: string[];
  places: BlankPlace[];
}

/** A person for which a message was prepared. @property instId  the device; null: an address of the user */
export interface SampleRecipient {
  platform: Platform;
  uid: number;
  instId: number | null;
}

/**
 * @property notChosen  users that the launch would not choose, by channel and reason
 * @property sampled      whose payloads the samples are
 */
export interface SendForecast extends DryRunReport {
  notChosen: LeftOutCount[];
  sampled: SampleRecipient[];
}

/**
 * How the contact policy holds back a send.
 *
 * @property caps        examined recipients that a cap holds back, by its name, as of now
 * @property deferred    of these: their message waits until the cap has a place
 * @property quietHours  those who wait for the end of quiet hours or for a send window, or are skipped for them
 * @property holdout     users in control groups, of all who match
 * @property firstAt     the first message leaves then, ISO 8601; null: none does
 * @property lastAt      the last one may leave then
 * @property usedUp      for each of the caps: the messages that used it up
 */
export interface PolicyForecast {
  caps: Record<string, number>;
  deferred: number;
  quietHours: number;
  holdout: number;
  firstAt: string | null;
  lastAt: string | null;
  usedUp: UsedCapForecast[];
}

/**
 * A cap that holds people back.
 *
 * @property nextAt    the first of them may get a message then, ISO 8601
 * @property messages  those that used it up, by the people held back who got them
 */
export interface UsedCapForecast {
  name: string;
  nextAt: string | null;
  messages: { notificationKey: number; people: number }[];
}

/** Users who match a target and are no recipients. @property kind  what they would have got */
export interface LeftOutCount {
  kind: LeftOutKind;
  reason: LeftOutReason;
  users: number;
}

import type { Channel } from '#libs/channels';
import type { Platform } from '#libs/content';

/**
 * What a send would come to on one platform.
 *
 * @property planned   recipients that the launch would freeze, all of them counted: reachable, not opted out of push, e-mail or SMS
 * @property examined  how many of them were looked at as a worker does right before it sends
 * @property ready     of the examined: the message would be handed to the provider
 * @property waiting   of the examined: the same, once the account goes on
 * @property wait      why and how long the account sends nothing now; absent while it sends
 * @property skipped   of the examined, by reason: suppressed, opted out of a category, channel not set up …
 * @property failed    of the examined, by reason: no message can be made for them
 */
export interface PlatformForecast {
  platform: Platform;
  channel: Channel;
  planned: number;
  examined: number;
  ready: number;
  waiting: number;
  wait?: AccountWait;
  skipped: Record<string, number>;
  failed: Record<string, number>;
}

/**
 * An account that sends nothing now: it rests, or is paused until somebody resumes it.
 *
 * @property until  when its provider is tried again, ISO 8601; null: when somebody resumes it
 */
export interface AccountWait {
  state: 'paused' | 'resting';
  why: string;
  until: string | null;
}

/** The message as it would go to the provider for one recipient. */
export interface SamplePayload {
  platform: Platform;
  payload: unknown;
}

/**
 * How long the sending would take, in seconds, and what it is that takes so long.
 *
 * @property by  `speed`: that of the campaign; `account`: what an account is limited to; `provider`: what the provider
 *   documents; null: nothing limits it but the machines
 */
export interface ExpectedTime {
  seconds: number | null;
  by: 'speed' | 'account' | 'provider' | null;
}

/** @property users  who match the target, reachable or not */
export interface DryRunReport {
  users: number;
  planned: number;
  examined: number;
  platforms: PlatformForecast[];
  samples: SamplePayload[];
  expected: ExpectedTime;
}

/** How one send of a notification to one user ended. */
export interface PastResult {
  platform: Platform;
  status: 'SUCCESS' | 'FAILED' | 'SKIPPED';
  reason: string | null;
  at: Date;
}

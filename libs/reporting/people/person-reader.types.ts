import { ADDRESS_KINDS } from '#libs/channels/definitions';
import type { ExplainedNotification } from '#libs/notifications/forecasts';
import type { PushResult } from '../results/reporting.types.js';

/** The ways to find a person. Each value is looked up as a whole. */
export const PERSON_WAYS = ['extId', ...ADDRESS_KINDS, 'token', 'installationId', 'messageId'] as const;
export type PersonWay = (typeof PERSON_WAYS)[number];

/**
 * A user that was found.
 *
 * @property extId    null: an anonymous visitor, who has no page
 * @property names    of the profile; null without one, or where the caller may not see it
 * @property devices  all installations, retired ones too; null of an anonymous visitor
 */
export interface FoundPerson {
  uid: number;
  extId: string | null;
  names: string | null;
  devices: number | null;
}

/** The content of a campaign for one user, as it was and as it is now. */
export interface PersonExplanation {
  now: ExplainedNotification;
  /** The newest first. */
  results: PushResult[];
}

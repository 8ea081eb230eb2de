import type { RunningSend } from '#libs/delivery/dry-run';
import type { AccountStatus } from '#libs/delivery/accounts';

/** Warnings for a person who is about to send. */
export const CHECK_WARNINGS = [
  'unknown_value',
  'unknown_language',
  'no_unsubscribe_link',
  'unserved_platform',
  'account_missing',
  'account_paused',
  'account_resting',
  'account_refused',
  'also_sending',
  'lacking_values',
  'left_without_message',
  'wrong_type',
  'gaps',
  'no_category',
  'outlives_ttl',
  'everybody',
  'recent_audience',
  'index_behind',
] as const;

/** `BLOCKING`: nothing could leave. `NOTE`: it is good to know, and nothing has to be done. */
export const CHECK_SEVERITIES = ['BLOCKING', 'WARNING', 'NOTE'] as const;
export type CheckSeverity = (typeof CHECK_SEVERITIES)[number];

/**
 * A surprise for the person who sends a campaign.
 *
 * @property field  it is about, as requests write it: `message.platforms`; empty: the whole
 * @property value  name that it is about: a platform, a channel, a key of an account, an attribute, a campaign
 * @property n      number that it is about: users, campaigns, seconds
 * @property of     of how many, or against which number
 * @property until  when it ends by itself, ISO 8601
 */
export interface CheckWarning {
  code: (typeof CHECK_WARNINGS)[number];
  severity: CheckSeverity;
  field: string;
  value: string | null;
  n: number | null;
  of: number | null;
  until: string | null;
}

/**
 * How things are around a campaign when it is checked.
 *
 * @property running        other campaigns with messages on its channels
 * @property recent         of the last day before it leaves; null: there were none
 * @property hasCategories  users of the application may refuse kinds of messages
 * @property lagSeconds     of the audience index, where it is beyond `INDEX_MOST_LAG_MS`; else 0
 */
export interface CheckFacts {
  accounts: readonly AccountStatus[];
  running: readonly RunningSend[];
  recent: RecentAudience | null;
  hasCategories: boolean;
  lagSeconds: number;
}

/**
 * Campaigns of a day.
 *
 * @property users  who match the target of the campaign that is checked and that of one of these now; null: not counted
 */
export interface RecentAudience {
  campaigns: number;
  users: number | null;
}

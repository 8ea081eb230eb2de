import type { Actor } from '#libs/audit';
import type { CampaignFiling, Definition } from '#libs/notifications';
import type { ContentStatistics, PlatformStatistics } from '../results/reporting.types.js';

/** `SCHEDULED` waits for its time, `HELD` for an approval, `STARTING` for a worker. */
export const OVERVIEW_STATES = ['SCHEDULED', 'HELD', 'STARTING', 'SENDING', 'PAUSED', 'FINISHED', 'STOPPED'] as const;
export type OverviewState = (typeof OVERVIEW_STATES)[number];

/**
 * A campaign as a line of a list. `planned` is the sum of the five figures after it.
 *
 * @property localTime  by the clock of each person; null: at one moment for everyone
 * @property leftOut  users who matched and got nothing, by reason; they are not planned
 */
export interface CampaignOverview {
  definition: Definition;
  state: OverviewState;
  dueAt: Date | null;
  localTime: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  planned: number;
  sent: number;
  failed: number;
  skipped: number;
  inDoubt: number;
  waiting: number;
  clicks: number;
  stats: PlatformStatistics[];
  leftOut: Record<string, number>;
  /** Undefined: it is in no folder and in the list. */
  filing: CampaignFiling | undefined;
  /** Figures of each content; undefined: the campaign has one. */
  contents: ContentStatistics[] | undefined;
}

/** The filter of a list of campaigns. */
export interface CampaignFilter {
  state?: OverviewState;
  platform?: string;
  /** Part of the name, label or texts, of three characters at least, or a key; shorter ones fit everything. */
  q?: string;
  folderId?: number;
  /** Archived ones alone; else the others alone. */
  isArchived?: boolean;
  /** The whole label. */
  label?: string;
  /** The author, by the audit log. */
  author?: Pick<Actor, 'kind' | 'id'>;
  /** Keys below this one. */
  before?: number;
  limit: number;
}

/** @property next  below which key the list goes on; null at its end */
export interface CampaignPage {
  campaigns: CampaignOverview[];
  next: number | null;
}

/** @property isWhole  false: only the newest results were looked at */
export interface ReasonSums {
  reasons: { platform: string; status: 'FAILED' | 'SKIPPED'; reason: string; n: number; examples: string[] }[];
  isWhole: boolean;
}

/** How fast a campaign goes: recipients with a final result a second. */
export interface CampaignPace {
  now: number;
  mean: number;
  /** At the present pace; null: it does not go, or stands still. */
  expectedEnd: Date | null;
}

/**
 * The bounds that keep a campaign from going faster: its own `speed`, the `account`'s pace, its `rest` or `pause`, a
 * `provider` that lets messages wait, or the `machine`.
 */
export const PACE_LIMITS = ['speed', 'account', 'rest', 'pause', 'provider', 'machine'] as const;
export type PaceLimit = (typeof PACE_LIMITS)[number];

/** Results of a day in UTC, by the day of the request. */
export interface DayFigures {
  day: string;
  platform: string;
  sent: number;
  failed: number;
}

/** @property next  what begins within two days */
export interface HomeOverview {
  sending: CampaignOverview[];
  next: CampaignOverview[];
  week: DayFigures[];
}

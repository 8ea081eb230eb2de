import type { OverviewState } from '#libs/reporting/campaigns';

/**
 * Figures of one platform, or of all. A rate is reported with what it is of.
 *
 * @property platform  null: all of them
 */
export interface ComparedFigures {
  platform: string | null;
  /** Recipients; of a platform, those with a result. */
  planned: number;
  sent: number;
  failed: number;
  /** E-mails that a person opened, of `openable`; where machines are counted, with theirs. */
  opened: number;
  /** Sent e-mails. */
  openable: number;
  /** Recipients that clicked, of `sent`. */
  clicked: number;
}

/**
 * @property unsubscribed  people who left by a link or address of its messages, of `openable`; null: its sends are gone
 */
export interface CampaignComparison {
  key: number;
  name: string | null;
  state: OverviewState;
  startedAt: Date | null;
  total: ComparedFigures;
  platforms: ComparedFigures[];
  unsubscribed: number | null;
}

import type { UserTotal } from '#libs/audience';
import type { ReportFigures } from './report.types.js';

/**
 * One campaign of the month with the people who clicked.
 *
 * @property clicked  of `sent`
 */
export interface RatedCampaign {
  key: string;
  title: string | null;
  sent: number;
  clicked: number;
}

/**
 * Figures of the last days on the first screen of a marketer.
 *
 * @property days          how many, today among them
 * @property unsubscribed  people who refused a channel or topic themselves, by a link, an answer or a mail
 * @property best          the highest share of clicks among campaigns with at least `least` sent; null below two of them
 * @property asOf          of the sums of campaigns; it may be a minute old
 */
export interface HomeFigures {
  days: number;
  sums: ReportFigures & { campaigns: number };
  unsubscribed: number;
  best: RatedCampaign | null;
  worst: RatedCampaign | null;
  least: number;
  asOf: Date;
}

/** @property days  those that were noted, ascending */
export interface HomeAudience {
  now: number;
  days: UserTotal[];
}

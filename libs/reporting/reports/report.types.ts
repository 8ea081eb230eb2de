/** The kinds of lines of a report. */
export const REPORT_GROUPS = ['day', 'platform', 'label', 'campaign'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** Days of a report at most: a quarter. */
export const MAX_REPORT_DAYS = 92;

/**
 * Campaigns of a report: those that were launched on some days of a zone.
 *
 * @property from  first day, `yyyy-MM-dd`
 * @property to    last day, which is in it
 * @property zone  an IANA name
 */
export interface ReportQuery {
  from: string;
  to: string;
  zone: string;
  by: ReportGroup;
}

/** Sums of some campaigns. `planned` is the sum of the four figures after it; a rate is reported with what it is of. */
export interface ReportFigures {
  /** Recipients: devices and addresses, not people. */
  planned: number;
  sent: number;
  failed: number;
  skipped: number;
  /** Without a final result yet. */
  waiting: number;
  /** Recipients whose device reported that the push arrived, of `receivable`. */
  received: number;
  /** Sent to devices that can tell so. */
  receivable: number;
  /** Recipients whose mail program opened the e-mail, of `openable`. */
  opened: number;
  /** Sent e-mails. */
  openable: number;
  /** Recipients that clicked, of `sent`. */
  clicked: number;
  /** Recipients whose pixel, or links, a machine fetched. They are in no rate. */
  machineOpened: number;
  machineClicked: number;
}

/**
 * @property name  day, platform, label or key; empty: campaigns without a label; `ANY`: recipients whose platform is not
 *   known, as long as they have no result; null: all lines beyond the longest, together
 * @property title  of a campaign
 * @property campaigns  null by platform: one campaign is on several
 */
export interface ReportLine extends ReportFigures {
  name: string | null;
  title: string | null;
  campaigns: number | null;
}

/**
 * @property lines  days in their order, each of them; everything else by its planned recipients
 * @property total  the sum of the lines
 * @property keptFrom  day before which sums are gone
 */
export interface Report {
  query: ReportQuery;
  lines: ReportLine[];
  total: ReportFigures & { campaigns: number };
  keptFrom: string;
  asOf: Date;
}

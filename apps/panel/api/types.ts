import type { components } from '../../../openapi/panel.d.ts';

/**
 * Shapes of the panel's interface. Times are ISO 8601 in UTC. What the API document has comes from it; the others stand
 * here until their operations are there.
 */
type Schemas = components['schemas'];

export interface Page<T> {
  items: T[];
  /** Cursor of the next page; null at the end. */
  next: string | null;
}

export type SignInWays = Schemas['SignInWaysDto'];
export type Me = Schemas['MeDto'];
export type MeChange = Schemas['MeChangeDto'];
export type Application = Schemas['MemberAppDto'];
export type MemberSession = Schemas['MemberSessionDto'];

/** Recipients of a send by what became of them: planned is the sum of all the others. */
export interface Progress {
  planned: number;
  sent: number;
  failed: number;
  skipped: number;
  inDoubt: number;
  waiting: number;
}

export interface CampaignRow extends Progress {
  key: string;
  name: string | null;
  label: string | null;
  state: string;
  platforms: string[];
  dueAt: string | null;
  /** By the clock of each person; null: at one moment for everyone. */
  localTime: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  clicks: number;
  author?: { kind: string; name: string } | null;
  /** Id of its folder; absent: none. */
  folder?: string;
  /** Absent: it is in the list. */
  archivedAt?: string;
}

/** Without `planned` the server knows the final results of the platform alone. */
export interface PlatformProgress {
  platform: string;
  planned?: number;
  sent: number;
  failed: number;
  skipped?: number;
  inDoubt?: number;
  waiting?: number;
  clicked?: number;
}

export interface FunnelRow {
  platform: string;
  planned: number;
  sent: number;
  received: number | null;
  opened: number | null;
  clicked: number | null;
  /** Recipients whose pixel, or links, a machine fetched. */
  machineOpened?: number;
  machineClicked?: number;
}

export interface Campaign extends CampaignRow {
  /** Users who matched and are no recipients, as by a refusal; not in `planned`. */
  leftOut: number;
  byPlatform: PlatformProgress[];
  rate?: { now: number; mean: number; unit: string };
  limitedBy?: string | null;
  expectedEnd?: string | null;
  message: unknown;
  target: unknown;
  options: unknown;
  funnel?: FunnelRow[];
  /** In their order; absent: the campaign has one. */
  contents?: Schemas['CampaignContentFiguresDto'][];
  asOf: string;
}

export type PayloadList = Schemas['PayloadListDto'];
export type Payload = Schemas['PayloadDto'];
export type CampaignHistory = Schemas['CampaignHistoryDto'];
export type CampaignSeries = Schemas['CampaignSeriesDto'];

export interface Reason {
  platform: string;
  status: 'FAILED' | 'SKIPPED';
  reason: string;
  n: number;
  /** Some of them, by extId alone or with their uid. */
  examples: (string | { extId: string | null; uid: string })[];
}

export interface Recipient {
  uid?: string | null;
  extId: string | null;
  platform: string;
  status: string;
  reason: string | null;
  at: string;
  installationId?: string | null;
  /** Absent where the channel has a single account. */
  account?: string;
  /** Index of its content; absent: the campaign has one. */
  content?: number;
  /** Masked. */
  address?: string | null;
}

export interface AccountState {
  account: string;
  channel: string;
  state: string;
  until: string | null;
  reason: string | null;
}

export type DayTotals = Schemas['DayFiguresDto'];

export interface Home {
  sending: CampaignRow[];
  next: CampaignRow[];
  /** Null where the server does not report it. */
  accounts: AccountState[] | null;
  week: DayTotals[] | null;
  unmatchedEvents: number;
  /** Campaigns that wait for an approval by the reader. */
  approvals?: number;
  /** Own drafts that were saved last; absent from an older server, as what follows. */
  drafts?: Schemas['HomeDraftDto'][];
  indexLagSeconds?: number;
  webhooksGivenUp?: number;
  tokenLimits?: Schemas['HomeTokenLimitDto'][];
}

export type FoundPeople = Schemas['SearchedPeopleDto'];
export type FoundPerson = Schemas['SearchedPersonDto'];

export type UserHead = Schemas['PersonHeadDto'];

export type TimelineItem = Schemas['TimelineEntryDto'];

/** The document cannot say that clauses nest. */
export interface Clause extends Omit<Schemas['WhyClauseDto'], 'children'> {
  children: Clause[];
}

export interface Explanation extends Omit<Schemas['WhyDto'], 'clauses'> {
  clauses: Clause[];
}

export type PersonChanges = Omit<Schemas['PersonChangesDto'], 'trial' | 'mark'>;
export type ConsentWay = NonNullable<PersonChanges['way']>;

export type Proof = Schemas['ProofDto'];

export interface LiveEvent {
  topic: string;
  at: string;
  data: unknown;
}

export type AudienceWords = Schemas['AudienceWordsDto'];
/** How many users a clause of a target has, and those inside it. */
export type ClauseCount = Omit<Schemas['ClauseCountDto'], 'children'> & { children: ClauseCount[] };
export type AudiencePreview = Omit<Schemas['AudiencePreviewDto'], 'clauses'> & { clauses: ClauseCount[] };
export type AudienceValues = Schemas['AudienceValuesDto'];
export type AudienceSample = Schemas['AudienceSampleDto'];
export type AudienceOverlap = Schemas['AudienceOverlapDto'];
export type AudienceBreakdown = Schemas['AudienceBreakdownDto'];
export type SegmentOverview = Schemas['SegmentOverviewDto'];
export type SegmentOverviews = Schemas['SegmentOverviewsDto'];
export type EditedSegment = Schemas['EditedSegmentDto'];
export type AudienceReach = Schemas['AudienceReachDto'];
export type AudienceAttributes = Schemas['AudienceAttributesDto'];

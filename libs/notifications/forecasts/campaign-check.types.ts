import type { Actor } from '#libs/audit';
import type { DryRunReport, LeftOutCount, SampleRecipient } from '#libs/delivery/dry-run';
import type { CampaignRequest } from '#libs/notifications/campaigns';
import type { CheckWarning } from './check-warning.types.js';

/**
 * The plan of a launch, without payloads. What the release before has stored has none of `people`, `blanks`,
 * `sampled` and `warnings`.
 *
 * @property sampled  a few whose messages can be shown
 */
export interface CampaignForecast {
  report: Omit<DryRunReport, 'samples' | 'people' | 'blanks'> & { people?: number; blanks?: DryRunReport['blanks'] };
  leftOut: LeftOutCount[];
  sampled?: SampleRecipient[];
  warnings?: CheckWarning[];
}

/** The first content of a campaign with its further ones; absent: it has one. */
export interface CheckedRequest extends CampaignRequest {
  others?: readonly CampaignRequest[];
}

/** Lists the contents of a campaign, each as a request of its own. */
export function listContents({ others = [], ...first }: CheckedRequest): CampaignRequest[] {
  return [first, ...others];
}

/**
 * A campaign to be counted.
 *
 * @property hash      of the campaign, which a launch or an approval names again
 * @property startsAt  null: at once
 * @property waits     it is sent after an approval
 */
export interface CheckedCampaign {
  hash: string;
  startsAt: Date | null;
  waits: boolean;
  request: CheckedRequest;
}

/** OPEN: it is counted, or waits to be. STOPPED: no one asks for it any more. */
export const CHECK_STATES = ['OPEN', 'DONE', 'FAILED', 'STOPPED'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** @property field  at fault; null: none */
export interface CheckFault {
  message: string;
  field: string | null;
}

/**
 * A check on its way.
 *
 * @property epoch  grows each time that a process takes it over
 * @property share  of the work that is done, 0 to 1
 */
export interface StoredCheck extends CheckedCampaign {
  checkId: number;
  appId: number;
  state: CheckState;
  epoch: number;
  share: number;
  forecast: CampaignForecast | null;
  fault: CheckFault | null;
  /** Null: it has not ended. */
  endedAt: Date | null;
}

/**
 * The figures that were shown at the decision to send.
 *
 * @property planned  recipients
 * @property gaps     number of people with a gap in the message that the author confirmed; absent: none confirmed
 */
export interface SeenForecast {
  hash: string;
  planned: number;
  gaps?: number;
}

/** A check that its author goes by. @property draw  of its limit. @property blanks  null: of an older release */
export interface SeenCheck {
  draw: string | null;
  blanks: DryRunReport['blanks'] | null;
}

/** The member who asks for a check; it is visible to this member alone. */
export interface CheckReader {
  appId: number;
  by: Actor;
}

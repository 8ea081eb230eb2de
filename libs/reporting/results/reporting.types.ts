import type { Channel } from '#libs/channels/definitions';
import type { DispatchOptions } from '#libs/delivery';
import type { CampaignRun } from '#libs/delivery/recurring';

/**
 * The state of a campaign. `STARTING` waits for its time, an approval or a worker, `SCHEDULED` for its next run; a key with several sends is in the
 * state of the one that has the most to do.
 */
export type CampaignState = 'STARTING' | 'SCHEDULED' | 'SENDING' | 'PAUSED' | 'FINISHED' | 'STOPPED';

/** Recipients whose pixel or link a machine fetched, each once; both absent where there is none. */
export interface MachineCounts {
  machineOpened?: number;
  machineClicked?: number;
}

/** Events of the messages of one key after the final result. */
export interface Engagement {
  /** Recipients whose device reported that a push arrived, each once. */
  arrivals: { platform: string; received: number }[];
  /** Recipients that opened their e-mail, each once, if their mail program loads the pixel. */
  opens: (MachineCounts & { platform: string; opened: number })[];
  /** Recipients by their first clicked button, under the name that their device gives it; at most 1,000 lines. */
  buttons: { platform: string; button: string; clicked: number }[];
  /** Recipients with a callback of a provider or mail server, by kind and the code of the sender. */
  callbacks: { channel: Channel; kind: string; code: string; recipients: number }[];
}

/** One callback of a provider or mail server, with its original text. */
export interface ProviderCallback {
  channel: Channel;
  kind: string;
  code: string;
  raw: string;
  at: Date;
}

/** `getPushStats` of one key (specification, section 2.8). */
export interface PushStatistics {
  notificationKey: number;
  status: 'SENDING' | 'FINISHED';
  /** Null: nothing was sent under the key yet. */
  state: CampaignState | null;
  /** It waits for an approval, whether it has a time or not. */
  isHeld: boolean;
  dueAt: Date | null;
  startDate: Date;
  endDate: Date;
  stats: PlatformStatistics[];
  /** Users who got no message, by reason. */
  leftOut: Record<string, number>;
  /** Statistics of each content, in their order; absent: the campaign has one. */
  contents?: ContentStatistics[];
  /** Runs of a recurring campaign that is asked for alone, the newest first. */
  runs?: CampaignRun[];
}

export type ContentStatistics = Pick<PushStatistics, 'stats' | 'leftOut'> & { planned: number };

export interface PlatformStatistics extends MachineCounts {
  platform: string;
  /** Recipients whose provider accepted the message. */
  sent: number;
  failed: number;
  /** Recipients that clicked, each once. */
  clicked: number;
}

/** One final record as `getPushResult` lists it (specification, section 2.9). */
/** The results that `getPushResult` lists: final results, and on demand those who were left out or still wait. */
export type ResultStatus = 'SUCCESS' | 'FAILED' | 'SKIPPED' | 'OPEN';

export interface PushResult {
  /** `PUSH` or `ANY` where someone was left out of all devices or the whole request. */
  platform: string;
  status: ResultStatus;
  /** The code of the provider, or Herald's reason when no provider was asked; null on success. */
  errorCode: string | null;
  errorMsg: string | null;
  /** Words of the provider or the connection about a recipient that still waits; with FETCH_FAILED the calls that failed. */
  errorDetail?: string | null;
  /** The next attempt for a recipient that still waits: when it is tried again; null where nothing is known. */
  nextAttempt?: Date | null;
  /** Absent where there is no message: of those who were left out, or still wait. */
  messageId?: string;
  /** The name of the account that it went by, where its channel has several. */
  account?: string;
  installationId: string | null;
  extId: string | null;
  /** A device token that no one has. */
  token?: string;
  timeStamp: Date;
  /** Null: no campaign, or its send is gone. */
  campaignKey?: number | null;
  /** The index among the contents of the campaign; null or absent: it has one. */
  content?: number | null;
  /** The run of a recurring campaign, from 1; null: of another. */
  run?: number | null;
  /** The step of a journey that the message left from; null or absent: none. */
  step?: DispatchOptions['step'] | null;
  msgTitle: string | null;
  msgText: string | null;
}

/** Filters of `getPushResult`. */
export interface ResultFilter {
  /** Absent: the final results of those who were sent to, SUCCESS and FAILED. */
  status?: ResultStatus;
  notificationKey?: number;
  /** One send, whatever its key. */
  dispatchId?: number;
  extId?: string;
  token?: string;
  /** The reason, as in a result: `errorMsg`, else `errorCode`. */
  reason?: string;
  /** The platform, as in a result. */
  platform?: string;
  /** False: the text of the message in place of the one that a recipient was sent, which may have private values. */
  showsPrivate: boolean;
  start?: Date;
  end?: Date;
  max?: number;
  /** Cursor from `nextPage`. */
  offset?: string;
}

export interface ResultPage {
  list: PushResult[];
  /** `offset` of the next page; absent on the last page. */
  next?: string;
}

/** The order of a campaign, in the form of the dispatch. */
export interface CampaignOrder {
  /** The tree of the target; names are those of the request. */
  target: object;
  /** Categories, limits, local time, what it replaces. */
  options: object;
  /** Recipients that were frozen; 0 before its launch. */
  planned: number;
  /** True if it leaves in packages, at a speed of its own. */
  isPaced: boolean;
}

/** A key with a send in a period, and when the newest of them was requested. */
export interface RequestedKey {
  key: number;
  lastAt: Date;
}

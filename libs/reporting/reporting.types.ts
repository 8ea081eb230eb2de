import type { Channel } from '#libs/channels';
import type { CampaignState } from './statistics.repository.js';

/** Events of the messages of one key after the final result. */
export interface Engagement {
  /** Recipients that opened their e-mail, each once, if their mail program loads the pixel. */
  opens: { platform: string; opened: number }[];
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
  dueAt: Date | null;
  startDate: Date;
  endDate: Date;
  stats: PlatformStatistics[];
}

export interface PlatformStatistics {
  platform: string;
  /** Recipients whose provider accepted the message. */
  sent: number;
  failed: number;
  /** Recipients that clicked, each once. */
  clicked: number;
}

/** One final record as `getPushResult` lists it (specification, section 2.9). */
export interface PushResult {
  platform: string;
  status: 'SUCCESS' | 'FAILED';
  /** The code of the provider, or Herald's reason when no provider was asked; null on success. */
  errorCode: string | null;
  errorMsg: string | null;
  installationId: string | null;
  extId: string | null;
  timeStamp: Date;
  msgTitle: string | null;
  msgText: string | null;
}

/** Filters of `getPushResult`. */
export interface ResultFilter {
  notificationKey?: number;
  extId?: string;
  token?: string;
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

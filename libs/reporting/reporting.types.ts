import type { Channel } from '#libs/channels';

/** What became of the messages of one key after their results were final. */
export interface Engagement {
  /** Recipients whose e-mail was opened, each once, as far as their programs tell. */
  opens: { platform: string; opened: number }[];
  /** Recipients whose first click was on a button, as their device names it; at most 1,000 lines. */
  buttons: { platform: string; button: string; clicked: number }[];
  /** Recipients of whom a provider or mail server told something later, by kind and its own code. */
  callbacks: { channel: Channel; kind: string; code: string; recipients: number }[];
}

/** One thing that was told later, in the words in which it was told. */
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
  /** The provider's, or our own name where none was asked; null on success. */
  errorCode: string | null;
  errorMsg: string | null;
  installationId: string | null;
  extId: string | null;
  timeStamp: Date;
  msgTitle: string | null;
  msgText: string | null;
}

/** What `getPushResult` may be narrowed by; everything is optional. */
export interface ResultFilter {
  notificationKey?: number;
  extId?: string;
  token?: string;
  start?: Date;
  end?: Date;
  max?: number;
  /** Where the last page ended, as `nextPage` gave it. */
  offset?: string;
}

export interface ResultPage {
  list: PushResult[];
  /** Value of `offset` for the next page; absent on the last one. */
  next?: string;
}

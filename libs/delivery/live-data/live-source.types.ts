import type { Json } from '#libs/content';

export const LIVE_SCOPES = ['campaign', 'person'] as const;
export type LiveScope = (typeof LIVE_SCOPES)[number];
export const FAILURE_FATES = ['skip', 'default', 'fail'] as const;
export type FailureFate = (typeof FAILURE_FATES)[number];

/** A server that is asked for data before a message is rendered. */
export interface LiveSource {
  sourceId: number;
  appId: number;
  name: string;
  /** With placeholders of the person where it is asked for each. */
  url: string;
  /** The simulators answer in place of the host. */
  simulator: boolean;
  per: LiveScope;
  headerNames: string[];
  /** Its headers; null: none. */
  sealed: Buffer | null;
  /** 0: each answer is for one send alone. */
  cacheMs: number;
  timeoutMs: number;
  onFailure: FailureFate;
  /** Calls of all workers in a second, at most. */
  perSecond: number;
}

/** Outcome of a call. A failure is a stable name without an address. @property isShared  it was kept from another call */
export type LiveAnswer = { value: Json; isShared?: true } | { failure: string };

/** The answers for a send or for one of its people, by the names of sources. */
export interface LiveData {
  values: Record<string, Json>;
  failures: Record<string, string>;
  /** When each source was asked, ISO 8601; absent in what an older release stored. */
  calls?: Record<string, { at: string; isShared?: true }>;
  /** Fate of people after a failed call; absent: the defaults of the template. */
  fate?: Exclude<FailureFate, 'default'>;
  /** Sources that are asked for each person of a send. */
  people?: string[];
}

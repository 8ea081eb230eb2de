import type { Target } from '#libs/audience';
import type { Channel } from '#libs/channels';
import type { Message, Platform } from '#libs/content';
import type { NewInboxMessage } from '#libs/inbox';

/** Lanes have queues and workers of their own: transactional sends never wait for bulk sends. Values as stored. */
export const LANES = { bulk: 'bulk', transactional: 'single' } as const;
export type Lane = (typeof LANES)[keyof typeof LANES];

/** What a dispatch freezes when it is requested. */
export interface DispatchRequest {
  appId: number;
  notificationKey: number;
  lane: Lane;
  message: Message;
  target: Target;
  options: DispatchOptions;
  /** Not before; null: not before somebody approves it. */
  dueAt: Date | null;
  /** Absent: as fast as the providers take it. */
  speed?: Speed;
}

/** At most so many recipients in each interval. */
export interface Speed {
  packageSize: number;
  intervalMins: number;
}

/** At most so many users, a uniform sample: of everybody, and of those who are reached on one platform. */
export interface UserLimits {
  all?: number;
  platforms?: Partial<Record<Platform, number>>;
}

/** What becomes of a scheduled send that is found too late. */
export interface Lateness {
  policy: 'send' | 'skip' | 'ask';
  /** Found later than this. */
  afterMinutes: number;
}

/** An earlier notification that this one takes the place of. */
export interface ReplacedNotification {
  /** Its key: who got it gets this one. */
  key: number;
  /** The key of the first of a row of replacements, whose place on the device all of them share. */
  rootKey: number;
}

export interface DispatchOptions {
  /** Also reaches users who opted out of push. */
  includeOptedOut?: boolean;
  /** Only the most recently active installation of each user. */
  lastActiveDevice?: boolean;
  /** Categories of the message; who opted out of any of them is left out. */
  categoryIds?: number[];
  /** ISO 8601; an approval before it lets the dispatch go then. */
  startTime?: string;
  /** Where the request reached this installation: links lead there unless the configuration says where. */
  linkBase?: string;
  /** How many files travel with its e-mails. */
  files?: number;
  limits?: UserLimits;
  /** Everybody at this time of their own clock: `yyyy-MM-ddTHH:mm:ss`. */
  localTime?: string;
  /** IANA name: of recipients whose own is not known. */
  timeZone?: string;
  /** Scheduled sends have one. */
  late?: Lateness;
  replaces?: ReplacedNotification;
  /** The hook to call with the results. */
  hookId?: number;
}

/** States of a dispatch, in order. */
export const DISPATCH_STATES = { stored: 0, launching: 1, sending: 2, finished: 3, stopped: 4 } as const;

/** What keeps a chunk from being sent, as stored. `stopped` and `late` end its recipients as skipped. */
export const HOLD_REASONS = { none: 0, waiting: 1, paused: 2, stopped: 3, late: 4 } as const;
export type HoldReason = (typeof HOLD_REASONS)[keyof typeof HOLD_REASONS];

export interface Dispatch extends Omit<DispatchRequest, 'dueAt' | 'speed'> {
  dispatchId: number;
  /** Launch day (UTC, `yyyy-MM-dd`): the partition of every result. */
  day: string;
  launchedAt: Date;
}

/** Names one chunk; `vb` leads so that a statement touches one shard. */
export interface ChunkKey {
  vb: number;
  appId: number;
  dispatchId: number;
  chunkId: number;
}

/** Settled recipients of a chunk by final state; each list by platform number, from platform 1. */
export interface ChunkCounts {
  sent: readonly number[];
  failed: readonly number[];
  skipped: readonly number[];
}

/** A chunk under a lease. `epoch` fences every later write: a worker that lost its lease changes nothing. */
export interface LeasedChunk extends ChunkKey {
  channel: Channel;
  /** Attempts that its recipients had before this one. */
  attempt: number;
  /** When its recipients are given up; null on the first attempt, which sets it. */
  expiresAt: Date | null;
  /** How many of its recipients, in (vb, id) order, are settled. */
  done: number;
  /** Recipient ids still to settle, in (vb, id) order. */
  remaining: number[];
  /** How many are settled: only the lease's holder counts. */
  counts: ChunkCounts;
  epoch: number;
  holdReason: HoldReason;
  /** Ids that a dead worker was sending, and since when. */
  inFlight: { ids: number[]; since: Date } | null;
}

/** Final states, as stored. */
export const STATUSES = { success: 1, failed: 2, skipped: 3 } as const;

/** The one final record of a recipient. */
export interface Result {
  recipientId: number;
  uid: number | null;
  platform: number;
  status: (typeof STATUSES)[keyof typeof STATUSES];
  /** The provider's code on a failure. */
  errorCode: string | null;
  /** Our name: INVALID_TOKEN, IN_DOUBT, OPTED_OUT … */
  reason: string | null;
}

export interface Retry {
  recipientId: number;
  attempt: number;
  dueAt: Date;
  expiresAt: Date;
}

export interface UnconfirmedSend {
  recipientId: number;
  /** `crash`: the worker died between intent and results. Otherwise the sender's reason. */
  cause: string;
}

export interface DeadToken {
  instId: number;
  token: string;
  reason: string;
  raw: string;
}

/** Everything that one sub-batch changes, committed in one transaction. */
export interface BatchCommit {
  results: Result[];
  retries: Retry[];
  unconfirmed: UnconfirmedSend[];
  deadTokens: DeadToken[];
  /** Pushes of a message that is also kept in the inbox. */
  inboxMessages: NewInboxMessage[];
  /** How many recipients of the chunk's order are settled by this. */
  advance: number;
  /** Recipients that the next sub-batch is about to send; null when nothing follows or nothing of it is sent. */
  nextInFlight: number[] | null;
  /** No recipient is left. */
  isLast: boolean;
}

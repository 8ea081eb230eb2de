import type { Target } from '#libs/audience';
import type { Channel } from '#libs/channels/definitions';
import type { Place } from '#libs/contact-policy';
import type { JsonObject, Message, Platform } from '#libs/content';
import type { NewInboxMessage } from '#libs/inbox';
import type { AcceptedToken } from '#libs/users/devices';
import type { TraceParent } from '#platform/tracing';
import type { LeaseDeadline } from './times/lease-deadline.js';
import type { FrozenOwners, PinnedAccounts } from './recipient-set.js';
import type { SeriesRun } from './series.types.js';

/** Lanes have queues and workers of their own: transactional sends never wait for bulk sends. Values as stored. */
export const LANES = { bulk: 'bulk', transactional: 'single' } as const;
export type Lane = (typeof LANES)[keyof typeof LANES];

/** The id of what is prepared and never sent: no dispatch has it. */
export const NO_DISPATCH = 0;

/** A requested dispatch, as it is stored. */
export interface DispatchRequest {
  appId: number;
  notificationKey: number;
  lane: Lane;
  message: Message;
  target: Target;
  options: DispatchOptions;
  /** Null: it waits for an approval. */
  dueAt: Date | null;
  /** Absent: as fast as the providers accept. */
  speed?: Speed;
  /** Its place among the contents of its campaign; absent or null: it has one. */
  content?: number | null;
  /** The dispatch of the first content. */
  leadId?: number | null;
  /** Values for placeholders by uid, only of a dry run: those of a send are stored apart. */
  recipientParams?: ReadonlyMap<number, JsonObject>;
}

/** Limits the recipients of each interval. */
export interface Speed {
  packageSize: number;
  intervalMins: number;
}

/** Limits a dispatch to a uniform sample of users: over all platforms, and on single platforms. */
export interface UserLimits {
  all?: number;
  platforms?: Partial<Record<Platform, number>>;
}

/** The late policy of a scheduled send. */
export interface Lateness {
  policy: 'send' | 'skip' | 'ask';
  /** Minutes after which the send is late. */
  afterMinutes: number;
}

/** Priorities as stored: among the waiting sends of one application the highest are launched first. */
export const PRIORITIES = { low: -1, normal: 0, high: 1 } as const;
export type Priority = keyof typeof PRIORITIES;

/** An earlier notification that this one replaces on the device. */
export interface ReplacedNotification {
  /** Its key. The new notification goes to its receivers. */
  key: number;
  /** The key of the first in a row of replacements. All of them have its collapse id. */
  rootKey: number;
}

/** Values of `CampaignReach.reach`: all contents, the first that reaches, or the preferred one. */
export const REACHES = ['all', 'first', 'preferred'] as const;

/**
 * The rule for the contents that a person gets.
 *
 * @property contents     how many the campaign has
 * @property within       of `first`: seconds after the launch in which the next content follows one without delivery
 * @property preferredBy  of `preferred`: `lastActive`, or the code of an attribute that holds the name of a platform
 */
export interface CampaignReach {
  reach: (typeof REACHES)[number];
  contents: number;
  within?: number;
  preferredBy?: string;
}

/**
 * The request of a send that waits.
 *
 * @property needed  approvals
 * @property upTo    so many users may match at its launch; absent: any number
 */
export interface ApprovalNeed {
  needed: number;
  upTo?: number;
}

/**
 * The step of a journey that a message left from.
 *
 * @property journeyId  names it for ever
 * @property journey    its name, as it was then
 * @property node       id of the step
 */
export interface JourneyStep {
  journeyId: number;
  journey: string;
  version: number;
  node: string;
}

export interface DispatchOptions {
  /** Includes users that opted out of push. */
  includeOptedOut?: boolean;
  /** Only the most recently active installation of each user. */
  lastActiveDevice?: boolean;
  /** Categories of the message. Users that opted out of one of them are skipped. */
  categoryIds?: number[];
  /** ISO 8601. An approval before it makes the dispatch due at this time. */
  startTime?: string;
  /** Number of e-mail attachments. */
  files?: number;
  limits?: UserLimits;
  /** Share (0 to 1) of the reachable people who get nothing; the same name draws the same people. */
  control?: { name: string; share: number };
  /**
   * Names the draw of the limits, so that a count before there is a dispatch draws the same users; else the dispatch
   * does.
   */
  draw?: string;
  /** Due time by the clock of each recipient: `yyyy-MM-ddTHH:mm:ss`. */
  localTime?: string;
  /** IANA name of the zone of recipients without one. */
  timeZone?: string;
  /** Present for scheduled sends. */
  late?: Lateness;
  replaces?: ReplacedNotification;
  /** Share of the reachable users who are left out, 0 to 1, drawn by the notification key. */
  holdout?: number;
  /** Absent: `normal`. */
  priority?: Priority;
  /** The first ticket of its inbox messages, in the order of acceptance; one for each user that it names. */
  firstTicket?: number;
  /** Some recipients have values of their own for placeholders. */
  hasRecipientParams?: true;
  /** The webhook endpoint that gets the results. */
  hookId?: number;
  /** A drill: it is sent by simulated accounts alone, also when other accounts change in between. */
  onlySimulated?: true;
  /** A test of a member: it stands in no figure. */
  isTest?: true;
  /** Present in each dispatch of a campaign with several contents. */
  reach?: CampaignReach;
  /** The run of a recurring campaign. */
  series?: SeriesRun;
  /** Present where it waits or waited for approvals. */
  approval?: ApprovalNeed;
  /** The step of a journey that it left from. */
  step?: JourneyStep;
  /** Results of recipients go to the change feed: something waits for them. */
  isAwaited?: true;
  /** The request that asked for it, where its trace is recorded. */
  trace?: TraceParent;
}

/** States of a dispatch, in order. */
export const DISPATCH_STATES = { stored: 0, launching: 1, sending: 2, finished: 3, stopped: 4 } as const;

/**
 * Reasons that hold a chunk, as stored. Recipients of a `stopped` or `late` chunk end as skipped. `replaced` is not
 * stored: a newer send was launched since the claim, so the recipients are looked at again first.
 */
export const HOLD_REASONS = { none: 0, waiting: 1, paused: 2, stopped: 3, late: 4, replaced: 5 } as const;
export type HoldReason = (typeof HOLD_REASONS)[keyof typeof HOLD_REASONS];

export interface Dispatch extends Omit<DispatchRequest, 'dueAt' | 'speed'> {
  dispatchId: number;
  /** Launch day (UTC, `yyyy-MM-dd`): the partition of its results. */
  day: string;
  dueAt: Date;
  launchedAt: Date;
  /** In µs since 1970. */
  acceptedAt: number;
}

/** Key of a chunk. `vb` leads, so that a statement touches one shard. */
export interface ChunkKey {
  vb: number;
  appId: number;
  dispatchId: number;
  chunkId: number;
}

/** Results of a chunk by status. Each list counts by platform number, from platform 1. */
export interface ChunkCounts {
  sent: readonly number[];
  failed: readonly number[];
  skipped: readonly number[];
}

/** A chunk under a lease. `epoch` fences every write: a worker that lost its lease changes nothing. */
export interface LeasedChunk extends ChunkKey {
  channel: Channel;
  /** Attempts before this one. */
  attempt: number;
  /** Deadline of its recipients; null before the first attempt. */
  expiresAt: Date | null;
  /** Recipients with a result, counted from the start in (vb, id) order. */
  done: number;
  /** Ids of the recipients without a result, in (vb, id) order. */
  remaining: number[];
  /** For which users some installations were frozen. Any other one was frozen for its first user. */
  owners: FrozenOwners;
  /** Accounts of recipients in flight, and of those that only their account may try again. Others have none yet. */
  accounts: PinnedAccounts;
  /** Counters, which only the holder of the lease writes. */
  counts: ChunkCounts;
  epoch: number;
  /** Until when messages of the chunk may leave. */
  lease: LeaseDeadline;
  holdReason: HoldReason;
  /** How often a send that replaces this one was launched before the claim. */
  newer: number;
  /** Recipient ids that a dead worker left in flight. */
  inFlight: { ids: number[]; since: Date } | null;
  /** Recipients whose first attempt a dead worker began, and its time. */
  attempted: { ids: ReadonlySet<number>; at: Date } | null;
}

/** Result statuses, as stored. */
export const STATUSES = { success: 1, failed: 2, skipped: 3 } as const;

/** The final result of a recipient. */
export interface Result {
  recipientId: number;
  uid: number | null;
  platform: number;
  status: (typeof STATUSES)[keyof typeof STATUSES];
  /** The code of the provider. */
  errorCode: string | null;
  /** Herald's name: INVALID_TOKEN, IN_DOUBT, OPTED_OUT … */
  reason: string | null;
  /** The text that was sent, as JSON of `StoredText`; absent: that of the message. */
  shown?: string;
  /** The account it came by, where its channel has several. */
  accountId?: number;
  /** When it may have left at the latest, where a later process decides; absent: as the batch has it. */
  checkedAt?: Date;
}

/** Why an attempt failed. */
export interface SendError {
  code: string;
  reason: string;
  /** The provider's, or those of the connection; absent where there are none. */
  words?: string;
}

export interface Retry {
  recipientId: number;
  /** The provider's answer; absent where it was not asked. */
  error?: SendError;
  attempt: number;
  dueAt: Date;
  expiresAt: Date;
  /** The only account that may try again; absent: any. */
  accountId?: number;
}

export interface UnconfirmedSend {
  recipientId: number;
  /** `crash`: the worker died while it was sending. Otherwise the reason of the sender. */
  cause: string;
}

export interface DeadToken {
  instId: number;
  token: string;
  reason: string;
  raw: string;
}

/** Everything that one batch changes, committed in one transaction. */
export interface BatchCommit {
  results: Result[];
  retries: Retry[];
  unconfirmed: UnconfirmedSend[];
  deadTokens: DeadToken[];
  /** Tokens that devices registered, to which a message was accepted for the first time. */
  acceptedTokens: AcceptedToken[];
  /** Copies for the inbox of recipients that get no push. */
  inboxMessages: NewInboxMessage[];
  /** Copies for the inbox of the next batch, stored when its recipients are marked in flight. */
  nextInboxMessages: NewInboxMessage[];
  /** Places under frequency caps of messages that nothing took. */
  unsent?: readonly Place[];
  /** Places of messages that an earlier attempt may have delivered. */
  doubtful?: readonly Place[];
  /** Recipients of the chunk that this commit covers. */
  advance: number;
  /** Recipients of the next batch, to be marked in flight; null: none. */
  nextInFlight: number[] | null;
  /** It decides about the ids in flight of a dead worker, and ends them. */
  isDecision?: true;
  /** It completes the chunk. */
  isLast: boolean;
  /** When consent of its recipients was read, by `performance.now()`; absent: its results sent nothing. */
  checkedAt?: number;
}

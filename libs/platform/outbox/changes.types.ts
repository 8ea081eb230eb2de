/** Changes of what is stored of users. The keys are ids of attributes, tags, categories or installation attributes. */
export const USER_CHANGES = ['user', 'attribute', 'tag', 'category', 'installation'] as const;

/** Users who joined or left a segment: the key is its id. */
export const SEGMENT_CHANGES = ['joined', 'left'] as const;

/**
 * Results of messages and reactions to them; `ref` names the dispatch. A device's user is the one of the moment. The key of
 * `opened` and `clicked` says who fetched: 0 unknown, 1 a person, 2 a machine. `sent`, `failed` and `skipped` are written of
 * dispatches that ask for them.
 */
export const MESSAGE_CHANGES = [
  'sent',
  'failed',
  'skipped',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
] as const;

/**
 * Results for whoever reports them; written only of sends that name a reader. `uids` are recipients of one channel, whose number
 * is the key; `ref` names the dispatch.
 */
export const RESULT_CHANGE = 'result';

/** The keys of `event` are ids of event definitions. */
export type ChangeKind =
  | (typeof USER_CHANGES)[number]
  | 'event'
  | (typeof SEGMENT_CHANGES)[number]
  | (typeof MESSAGE_CHANGES)[number]
  | typeof RESULT_CHANGE;

/**
 * A change of users by one transaction.
 *
 * @property uids  changed users, sorted; of a result recipients
 * @property keys  ids that changed or, for events, that happened; empty where the kind is enough
 * @property ref   the id of the dispatch; absent where there is none
 * @property xid   of its transaction, as read from the feed
 * @property days  UTC days of its events: as written those of events with a time of their own, as read all of them
 */
export interface Change<Kind extends ChangeKind = ChangeKind> {
  appId: number;
  kind: Kind;
  uids: readonly number[];
  keys: readonly number[];
  ref?: number;
  xid?: string;
  days?: readonly string[];
}

/**
 * The changes that a reader wants.
 *
 * @property position  the snapshot up to which the reader has seen everything, as text
 * @property kinds     of these, all of them
 * @property eventIds  also changes of the kind `event` with one of these ids
 * @property among     only users in this range are listed; a change without them has an empty list
 */
export interface FeedSelection<Kind extends ChangeKind = ChangeKind> {
  appId: number;
  position: string;
  kinds: readonly Kind[];
  eventIds?: readonly number[];
  among?: { from: number; before: number } | undefined;
}

/**
 * New changes for one reader.
 *
 * @property position   the reader's position after these changes: a snapshot, as text
 * @property isCurrent  whether these are all changes committed when they were read
 */
export interface Changes<Kind extends ChangeKind = ChangeKind> {
  changes: Omit<Change<Kind>, 'appId'>[];
  position: string;
  isCurrent: boolean;
}

export const WATCH_KINDS = ['priceDrop', 'backInStock'] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

/** Reasons why a watch makes no events. */
export const WATCH_FAULTS = ['UNKNOWN_EVENT', 'UNKNOWN_ATTRIBUTE', 'WRONG_ATTRIBUTE', 'PRIVATE_ATTRIBUTE'] as const;
export type WatchFault = (typeof WATCH_FAULTS)[number];

export const CHANGE_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED'] as const;

/** A field whose changes become events of the people concerned, as the application file has it. */
export interface WatchDefinition {
  kind: WatchKind;
  field: string;
  /** Events that name an item. A person whose last one is none of `until` is concerned. */
  events: readonly string[];
  /** The attribute of events that has the key of the item. */
  attribute: string;
  until: readonly string[];
  withinSeconds: number;
  /** People for one change. */
  most: number;
}

/** A stored watch. */
export interface Watch extends WatchDefinition {
  id: number;
}

/** A change of a watched field. Booleans are 0 and 1. @property at  with microseconds, as events have */
export interface OpenChange {
  id: number;
  key: string;
  oldValue: number | null;
  newValue: number | null;
  at: string;
  people: number;
  isLimited: boolean;
}

/** Events that name items: codes of the attribute with the key, by event id. */
export type MentionedEvents = Readonly<Record<string, string>>;

/**
 * Events whose items are noted as they come.
 *
 * @property isSettled  for so long that every process notes them
 * @property isFilled   events of before are noted, too
 */
export interface Mentions {
  events: MentionedEvents;
  isSettled: boolean;
  isFilled: boolean;
}

/**
 * Progress of a round in finding people: users by bucket, uid and change. Behind the last bucket come users with a merge.
 *
 * @property step       buckets of the next part
 * @property isFilling  mentions of earlier events are noted first
 */
export interface WatchPlace {
  bucket: number;
  step: number;
  after?: { uid: number; changeId: number };
  isFilling?: boolean;
}

/** Changes of one watch that are worked on together. @property place  null: at the beginning @property since  its begin */
export interface WatchRound {
  appId: number;
  catalog: string;
  watch: Watch;
  changes: readonly OpenChange[];
  since: string;
  place: WatchPlace | null;
  mentions: Mentions | null;
}

/** A part of a round. @property place  null: it was the last */
export interface WatchPart {
  place: WatchPlace | null;
  /** Other events are noted from now on, or those of before are. */
  mentions?: Pick<Mentions, 'events' | 'isFilled'>;
  /** People of this part, by change. */
  people: ReadonlyMap<number, number>;
  /** Changes that have as many people as they may have. */
  limited: readonly number[];
  /** The reason why the changes make no events. */
  error?: WatchFault;
}

/** A change as lists show it. */
export interface ShownChange extends Pick<OpenChange, 'id' | 'key' | 'oldValue' | 'newValue' | 'people' | 'isLimited'> {
  kind: WatchKind;
  at: Date;
  doneAt: Date | null;
  inRound: boolean;
  error: WatchFault | null;
}

/** A change for a reader. @property people  null: their number says what private values are */
export type ListedChange = Omit<ShownChange, 'people'> & { people: number | null };

export function stateOfChange({
  doneAt,
  inRound,
  error,
}: Pick<ShownChange, 'doneAt' | 'inRound' | 'error'>): (typeof CHANGE_STATES)[number] {
  return error !== null ? 'FAILED' : doneAt !== null ? 'DONE' : inRound ? 'RUNNING' : 'WAITING';
}

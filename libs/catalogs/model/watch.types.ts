export const WATCH_KINDS = ['priceDrop', 'backInStock'] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

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

/** How far the people of a round were found: users by bucket, uid and change. @property step  buckets of the next part */
export interface WatchPlace {
  bucket: number;
  step: number;
  after?: { uid: number; changeId: number };
}

/** Changes of one watch that are worked on together. @property place  null: at the beginning */
export interface WatchRound {
  appId: number;
  catalog: string;
  watch: Watch;
  changes: readonly OpenChange[];
  place: WatchPlace | null;
}

/** A part of a round. @property place  null: it was the last */
export interface WatchPart {
  place: WatchPlace | null;
  /** People of this part, by change. */
  people: ReadonlyMap<number, number>;
  /** Changes that have as many people as they may have. */
  limited: readonly number[];
  /** The reason why the changes make no events. */
  error?: string;
}

/** A change as lists show it. */
export interface ShownChange extends Pick<OpenChange, 'key' | 'oldValue' | 'newValue' | 'people' | 'isLimited'> {
  kind: WatchKind;
  at: Date;
  doneAt: Date | null;
  inRound: boolean;
  error: string | null;
}

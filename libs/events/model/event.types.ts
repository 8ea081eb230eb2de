import type { AttributeDefinition } from '#libs/users/profiles';

/** Fields of an event in a request; no attribute may have these codes. */
export const RESERVED_FIELDS: readonly string[] = ['extId', 'name'];

/**
 * An attribute of an event (specification, section 2.3).
 *
 * @property name  another name of it in requests, besides its code
 */
export interface EventAttribute extends Omit<AttributeDefinition, 'attrId' | 'column'> {
  name: string;
}

/**
 * An event as an application defines it (specification, section 2.4).
 *
 * @property eventId  id in rows and in the change feed; below 1000 for built-in events
 * @property eventName  another name of it in requests, besides its code
 * @property baseEventCode  the event that it inherits attributes from
 * @property attributes  its own; the catalogue adds inherited ones
 * @property isInternal  Herald writes it itself, and no request fires it
 */
export interface EventDefinition {
  isInternal?: true;
  eventId: number;
  code: string;
  eventName: string;
  label?: string;
  description?: string;
  baseEventCode?: string;
  standard: boolean;
  appCategoryId?: number;
  attributes: readonly EventAttribute[];
  createdAt?: Date;
  updatedAt?: Date;
}

/** An event with its inherited attributes. */
export interface ResolvedEvent extends EventDefinition {
  /** Attributes of the bases, the farthest base first, without those that the event defines itself. */
  inherited: readonly EventAttribute[];
  /** Every attribute by code and by name. */
  attributeByKey: ReadonlyMap<string, EventAttribute>;
  /** Attributes that an event must have. */
  mandatory: readonly EventAttribute[];
}

/** The content of a new definition. */
export type NewEvent = Pick<
  EventDefinition,
  'code' | 'eventName' | 'label' | 'description' | 'baseEventCode' | 'attributes'
>;

/** An event as a device reports it. */
export interface ReportedEvent {
  /** Code or name of a definition. */
  name: string;
  /** Values by attribute code or name, not yet checked. Other fields are ignored, such as `name` and `extId`. */
  attributes: Readonly<Record<string, unknown>>;
}

/** An event as the change feed leads to it. @property attrs  by the codes of its attributes */
export interface FiredRow {
  uid: number;
  eventId: number;
  at: Date;
  attrs: Readonly<Record<string, unknown>>;
}

/** Events of some users by the transactions that stored them. @property days  UTC days of their times */
export interface FiredSelection {
  uids: readonly number[];
  eventIds: readonly number[];
  xids: readonly string[];
  days: readonly string[];
}

/** An event that a server fires for a user. */
export interface FiredEvent extends ReportedEvent {
  extId: string;
}

/** The facts that a client states of an event apart from its attributes. */
export interface EventOrigin {
  /** When it happened, epoch milliseconds; absent: at its arrival. */
  at?: number | undefined;
  /** By which a repeat is known: a UUID of extId and messageId. */
  repeatKey?: string | undefined;
}

/** A checked event. */
export interface CheckedEvent extends EventOrigin {
  eventId: number;
  /** Its attributes by code. */
  attrs: Readonly<Record<string, unknown>>;
}

/** The events of a request that were stored. Repeats are not. */
export interface StoredEvents {
  /** The ids of their users, sorted. */
  uids: number[];
  /** The ids of their definitions, sorted. */
  eventIds: number[];
  /** Events whose user does not exist. */
  missing: number;
}

/**
 * A checked event by extId, with what is known of its user, who may not exist. One object from the check to the statement:
 * a copy for each step would be a tenth of a request's work.
 */
export interface NamedEvent extends EventRow {
  /** Empty for events of a device. */
  extId: string;
  /** 0: to be looked up. */
  uid: number;
  /** Bucket of the user. */
  vb: number;
}

/** Events that were stored by extId. */
export interface StoredNamedEvents {
  /**
   * The ids of users for events without a uid of the cache, in their order; 0 for a missing user, whose event was not
   * stored.
   */
  uids: number[];
  /** The text that `uidStampSql` gives. */
  stamp: string;
}

/** A checked event of an existing user. */
export interface EventRow extends CheckedEvent {
  uid: number;
}

/** The events of one request with the same undefined name. */
export interface UnmatchedCount {
  name: string;
  count: number;
  /** The user of the last event: its user, and its attributes as JSON cut to a length. */
  lastUid?: number;
  lastExtId?: string;
  lastExample: string;
}

/** An undefined name that was fired, or an undefined attribute of a defined event. */
export interface UnmatchedName {
  name: string;
  attribute?: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
  lastExample: string | null;
}

/** Position in a user's events: time as text with microseconds, partition, and place in it. */
export interface EventCursor {
  ts: string;
  partition: number;
  place: string;
}

/** A stored event. `code` is null for a built-in event. */
export interface StoredEventRow extends EventCursor {
  at: Date;
  eventId: number;
  attrs: Record<string, unknown>;
  code: string | null;
}

import type { AttributeDefinition } from '#libs/users';

/**
 * An attribute of an event (specification, section 2.3).
 *
 * @property name  what a request may call it besides its code
 */
export interface EventAttribute extends Omit<AttributeDefinition, 'attrId' | 'column'> {
  name: string;
}

/**
 * What an application knows of an event (specification, section 2.4).
 *
 * @property eventId        its number in rows and in the change feed; below 1000 for built-in ones
 * @property eventName      what a request may call it besides its code
 * @property baseEventCode  the event whose attributes it has too
 * @property attributes     its own; what it inherits is worked out by the catalogue
 */
export interface EventDefinition {
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

/** An event with all that it inherits. */
export interface ResolvedEvent extends EventDefinition {
  /** Attributes of the bases, the farthest base first, without those that it defines itself. */
  inherited: readonly EventAttribute[];
  /** Every attribute by code and by name. */
  attributeByKey: ReadonlyMap<string, EventAttribute>;
  /** Attributes that an event must come with. */
  mandatory: readonly EventAttribute[];
}

/** What a new definition is made of. */
export type NewEvent = Pick<
  EventDefinition,
  'code' | 'eventName' | 'label' | 'description' | 'baseEventCode' | 'attributes'
>;

/** An event as a device reports it. */
export interface ReportedEvent {
  /** Code or name of a definition. */
  name: string;
  /** Values by attribute code or name, not yet checked. Whatever else is in it is ignored, `name` and `extId` for a start. */
  attributes: Readonly<Record<string, unknown>>;
}

/** An event as a server fires it about a user. */
export interface FiredEvent extends ReportedEvent {
  extId: string;
}

/** An event that was checked. */
export interface CheckedEvent {
  eventId: number;
  /** The JSON text of its attributes by their codes. */
  attrs: string;
}

/** One that names its user, who may not exist. */
export interface NamedEvent extends CheckedEvent {
  extId: string;
  /** Bucket of the extId. */
  vb: number;
}

/** One of a user who exists. */
export interface EventRow extends CheckedEvent {
  uid: number;
}

/** Events of one request whose name nobody defined, by name. */
export interface UnmatchedCount {
  name: string;
  count: number;
  /** Of the last one: whose it was, and what came as its attributes, as JSON cut to a length. */
  lastUid?: number;
  lastExtId?: string;
  lastExample: string;
}

/** A name that was fired and is not defined, as a screen shows it. */
export interface UnmatchedName {
  name: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
  lastExample: string | null;
}

import type { JsonObject } from '#libs/content';

/** `closed`: no one enters, people inside go on. `paused`: they wait as well. `off`: all have left. */
export const JOURNEY_STATES = ['on', 'paused', 'closed', 'off'] as const;
export type JourneyState = (typeof JOURNEY_STATES)[number];

/** Comparisons of an attribute of an event with a value. */
export const COMPARISONS = ['is', 'atLeast', 'atMost'] as const;
export type Condition = Partial<Record<(typeof COMPARISONS)[number], string | number | boolean>>;

/** Conditions on an event by the codes of its attributes; all of them hold. */
export type Where = Record<string, Condition>;

/**
 * An event that a node or a goal waits for.
 *
 * @property node  of a result: the step that sent the message; absent: any message of the visit
 * @property same  attributes whose values are those of the event of entry
 */
export interface AwaitedEvent {
  event: string;
  node?: string;
  same?: string[];
  where?: Where;
}

/** Days of the week as RFC 5545 writes them, from Monday on. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The clock that a time of day is read on: that of the application, or that of the device which the person used last. */
export const ZONES = ['application', 'user'] as const;
export type Zone = (typeof ZONES)[number];

/** The fate of a person whose wait ended more than an hour before it is looked at. */
export const LATE_POLICIES = ['continue', 'exit'] as const;
export type LatePolicy = (typeof LATE_POLICIES)[number];

/**
 * A time of day.
 *
 * @property time      `HH:mm`
 * @property days      days after that of arrival; absent: the next time that the clock shows it
 * @property weekdays  the first of them from then on
 */
export interface ClockTime {
  time: string;
  days?: number;
  weekdays?: Weekday[];
  zone: Zone;
}

/**
 * A time that an attribute of the person names.
 *
 * @property beforeMs  so long before it; negative: after it
 * @property time      `HH:mm` on its day; absent: its own, or midnight of a day
 */
export interface AttributeTime {
  attribute: string;
  beforeMs: number;
  time?: string;
  zone: Zone;
}

/** @property key  attribute of the event: a person may be inside once for each of its values. Absent: once */
export interface EventEntry extends Pick<AwaitedEvent, 'event' | 'where'> {
  key?: string;
  late?: 'allow';
}
/** Enters who becomes a member of a segment, or is one no more. */
export interface SegmentEntry {
  segment: { joined: string } | { left: string };
}
/** Enters people named by a request. @property key  field of its data, as of an event */
export interface ApiEntry {
  api: true;
  key?: string;
}

/** Enters on a date of the person. @property yearly  on each day of the year that its date names */
export interface DateEntry {
  date: AttributeTime & { time: string; yearly: boolean };
}
/** Enter all of an audience, at a time of day of the application. @property target  as segments have it */
export interface AudienceEntry {
  audience: { target: JsonObject; time: string; weekdays?: Weekday[] };
}

/**
 * The entry of a journey.
 *
 * @property again  how long after the last entry a person may enter again, in ms; `always` or `never`
 */
export type Entry = { again: 'always' | 'never' | number } & (
  | EventEntry
  | SegmentEntry
  | ApiEntry
  | DateEntry
  | AudienceEntry
);

/** How many people may enter at most, in a day of UTC and in a minute: a brake, should more come than anyone meant. */
export interface EntryLimits {
  perDay?: number;
  perMinute?: number;
}

/** One way out of a split. @property share  in hundredths of a percent */
export interface SplitArm {
  name: string;
  share: number;
  steps: Step[];
}

/** Lasts for a duration, until a time of day, or until a time that an attribute names. */
export type WaitStep = { kind: 'wait'; id: string; late?: LatePolicy } & (
  | { forMs: number }
  | { at: ClockTime }
  | { until: AttributeTime }
);
/** An event or a change of a segment that a wait may end by. */
export type Awaited = AwaitedEvent | SegmentEntry;
/**
 * Waits for an event, or for the first of several events and changes of segments.
 *
 * @property came  the steps after it; without it the next one follows
 */
export type WaitForStep = {
  kind: 'waitFor';
  id: string;
  atMostMs: number;
  late?: LatePolicy;
  came?: Step[];
} & (AwaitedEvent | { anyOf: Awaited[] });
/** Collects further events of the entry for a time. @property most  so many events end it before */
export interface BatchStep {
  kind: 'batch';
  id: string;
  forMs: number;
  most?: number;
}
/** Lets so many people pass in each stretch of time; the others wait for theirs. */
export interface ThrottleStep {
  kind: 'throttle';
  id: string;
  most: number;
  perMs: number;
}
/** Calls a webhook. @property failed  steps after a call that is given up: then the person waits for the answer */
export interface WebhookStep {
  kind: 'webhook';
  id: string;
  hook: string;
  failed?: Step[];
}
/** @property if  a target as segments have it · @property where  conditions on the event of entry. Both hold */
export interface BranchStep {
  kind: 'branch';
  id: string;
  if?: JsonObject;
  where?: Where;
  yes?: Step[];
  no?: Step[];
}
export interface SplitStep {
  kind: 'split';
  id: string;
  arms: SplitArm[];
}

/** @property attributes  values by code; `@{event.x}` stands for a value of the visit's data */
export interface SetStep {
  kind: 'set';
  id: string;
  attributes: Record<string, string | number | boolean>;
  addTags?: string[];
}

/** Sends a definition, by its name. */
export interface MessageSend {
  kind: 'send';
  id: string;
  message: string;
}
/** Sends contents, as a campaign has them. Their form is that of the file. */
export interface ContentsSend {
  kind: 'send';
  id: string;
  contents: JsonObject[];
  reach?: string;
  within?: string;
  preferredBy?: string;
}

/** A step; `id` names it in every version. `goto` is no place: it names the step that follows. */
export type Step =
  | WaitStep
  | WaitForStep
  | BranchStep
  | SplitStep
  | SetStep
  | BatchStep
  | ThrottleStep
  | WebhookStep
  | MessageSend
  | ContentsSend
  | { kind: 'goto'; to: string }
  | { kind: 'exit'; id: string };
/** A step that has a place. */
export type PlacedStep = Exclude<Step, { kind: 'goto' }>;

/** The definition of a journey, as a version stores it. */
export interface JourneyDefinition {
  entry: Entry;
  goal?: AwaitedEvent;
  limits?: EntryLimits;
  /** Share of people who are sent nothing, in hundredths of a percent. */
  holdout?: number;
  steps: Step[];
}

/** A journey with its newest definition. */
export interface Journey {
  journeyId: number;
  appId: number;
  name: string;
  state: JourneyState;
  version: number;
  definition: JourneyDefinition;
  /** Its newest version was approved. */
  isApproved?: boolean;
}

/**
 * The last message that a step sent to a visit.
 *
 * @property ids  of its dispatches
 * @property had  its results so far
 */
export interface VisitMessage {
  node: string;
  ids: readonly number[];
  had: readonly string[];
}

/**
 * A person inside a journey.
 *
 * @property steps  nodes that it has passed
 * @property data   attributes of the event of entry by code, or data of the request
 * @property callId  the webhook delivery that it waits for; null or absent: none
 * @property messages  in the order of their sends, where its version waits for results; null or absent: none
 * @property place  of its row, in the transaction that locks it
 */
export interface Visit {
  uid: number;
  key: string;
  version: number;
  node: string;
  enteredAt: Date;
  since: Date;
  dueAt: Date;
  isWoken: boolean;
  steps: number;
  callId?: number | null;
  messages?: readonly VisitMessage[] | null;
  place?: string;
  data: Readonly<Record<string, unknown>>;
}

/** Reasons for which a person leaves a journey. */
export const LEAVING = {
  end: 'END',
  exit: 'EXIT',
  goal: 'GOAL',
  stopped: 'STOPPED',
  noMessage: 'NO_MESSAGE',
  late: 'LATE',
  loop: 'LOOP',
  moved: 'MOVED',
} as const;
export type Leaving = (typeof LEAVING)[keyof typeof LEAVING];

/** Sums beside those of the nodes, whose ids never begin with this mark. */
export const SUMS = {
  entered: '#entered',
  left: '#left',
  converted: '#converted',
  late: '#late',
  looped: '#looped',
  limited: '#limited',
  heldOut: '#heldOut',
  heldOutConverted: '#heldOutConverted',
} as const;

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
 * @property same  attributes whose values are those of the event of entry
 */
export interface AwaitedEvent {
  event: string;
  same?: string[];
  where?: Where;
}

/**
 * The entry of a journey.
 *
 * @property key    attribute of the event: a person may be inside once for each of its values. Absent: once
 * @property again  how long after the last entry a person may enter again, in ms; `always` or `never`
 */
export interface Entry extends Pick<AwaitedEvent, 'event' | 'where'> {
  key?: string;
  again: 'always' | 'never' | number;
  late?: 'allow';
}

/** A step; `id` names it in every version. @property came  the steps after the event; without it the next one follows */
export type Step =
  | { kind: 'wait'; id: string; forMs: number }
  | ({ kind: 'waitFor'; id: string; atMostMs: number; came?: Step[] } & AwaitedEvent)
  | { kind: 'send'; id: string; message: string }
  | { kind: 'exit'; id: string };

/** The definition of a journey, as a version stores it. */
export interface JourneyDefinition {
  entry: Entry;
  goal?: AwaitedEvent;
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
}

/** A person inside a journey. @property data  attributes of the event of entry, by code */
export interface Visit {
  uid: number;
  key: string;
  version: number;
  node: string;
  enteredAt: Date;
  since: Date;
  dueAt: Date;
  isWoken: boolean;
  data: Readonly<Record<string, unknown>>;
}

/** Reasons for which a person leaves a journey. */
export const LEAVING = {
  end: 'END',
  exit: 'EXIT',
  goal: 'GOAL',
  stopped: 'STOPPED',
  noMessage: 'NO_MESSAGE',
} as const;
export type Leaving = (typeof LEAVING)[keyof typeof LEAVING];

/** Sums beside those of the nodes, whose ids never begin with this mark. */
export const SUMS = { entered: '#entered', left: '#left', converted: '#converted', late: '#late' } as const;

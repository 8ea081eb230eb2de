import type { Platform } from '#libs/content';
import type { Leaving } from '../model/journey.types.js';

/** Why a message does not leave. `LATER`: it waits beyond the end of the replay. */
export type KeptBack = 'UNREACHABLE' | 'HOLDOUT' | 'QUIET_HOURS' | 'FREQUENCY_CAP' | 'LATER';

/** People who get messages from one version alone. @property examples  some of them: by uid, or as they are shown */
export interface ReplayedPeople<Person> {
  people: number;
  examples: Person[];
}

/** The result of a replayed version. */
export interface ReplaySums {
  entered: number;
  /** Entries by day of UTC. */
  entries: Record<string, number>;
  /** Messages that steps hand over, one for each person and step. */
  sent: number;
  /** Messages by day of UTC and platform, to people with an address now, as the contact policy lets them leave. */
  messages: Record<string, Partial<Record<Platform, number>>>;
  /** Why people left, and why messages reached no one. */
  reasons: Partial<Record<Leaving | KeptBack, number>>;
  converted: number;
  /** Entries that rules of the journey refused. */
  refused: Record<string, number>;
  /** People inside at the end. */
  inside: number;
  /** People who get messages at two times within seven days. */
  twiceInWeek: number;
  /** Messages of a platform that leave later: at the end of quiet hours, or when a cap has a place. */
  deferred: { quietHours: number; caps: number };
  /** Decisions that rested on attributes, tags, segments and devices as they are now, of all decisions. */
  decisions: { all: number; onPresent: number };
}

/** Result of a replay. @property difference  against the running version, of another one @property real  of the journey itself */
export interface ReplayOutcome<Person = number> extends ReplaySums {
  journey: string;
  from: Date;
  to: Date;
  /** By currency; empty without prices. */
  cost: Record<string, number>;
  /** The entries of the busiest day, and what `limits.perDay` could be. */
  perDay: { most: number; proposed: number };
  /** Absent in replays of older releases. */
  real?: RealFigures;
  difference?: { more: ReplayedPeople<Person>; fewer: ReplayedPeople<Person> };
}

/** A person as a report names it. @property extId  null: it has none */
export interface ShownPerson {
  uid: number;
  extId: string | null;
}

/** Real figures of the time of a replay. @property messages  of the definitions of the journey, whoever sent them */
export interface RealFigures {
  entered: number;
  entries: Record<string, number>;
  messages: Record<string, Record<string, number>>;
}

/** The report of a replay. */
export type ReplayReport = ReplayOutcome<ShownPerson>;

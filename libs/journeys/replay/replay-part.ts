import type { ChosenFrequency } from '#libs/channels/definitions';
import type { Platform } from '#libs/content';
import type { PastEvents } from '#libs/events';
import type { Stretch } from '#platform/async';
import type { PersonTime } from '../running/person-time.repository.js';
import type { Arrival } from '../entering/admissions.js';
import type { Price } from '../prices/price.types.js';
import type { ReachHistory } from '../histories/reach-history.js';
import type { ReplayPolicy } from './replay-policy.js';
import type { ResultHistory } from '../histories/result-history.js';
import type { SegmentHistory } from '../histories/segment-history.js';

/** An entry by another way than an event. */
export type TimedArrival = Omit<Arrival, 'uid'> & { at: number };

/** Facts of now about the people of a part, and how some of them came about. */
export interface PartFacts {
  /** People who meet parts of conditions, by branch and part. */
  present: ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<number>>>;
  /** People with a destination on a platform. */
  reach: ReadonlyMap<Platform, ReadonlySet<number>>;
  reached: ReachHistory;
  /** Countries of numbers, where a price asks for them. */
  countries: ReadonlyMap<number, string>;
  /** How often e-mail may come to people who chose so; absent: the application offers no choice. */
  frequencies?: ReadonlyMap<number, ChosenFrequency>;
  /** Values that waits of persons depend on, by the attribute; without one under an empty name. */
  times: ReadonlyMap<string, ReadonlyMap<number, PersonTime>>;
}

/** One person of a part. @property events  those before the replay begins are only counted by conditions */
export interface PartPerson {
  events: PastEvents;
  arrivals: readonly TimedArrival[];
}

/** The past that a part is judged by. @property names  of the events that journeys look at, by the ids of their definitions */
export interface ReplayGround {
  names: ReadonlyMap<number, string>;
  segments: SegmentHistory;
  results: ResultHistory;
  facts: PartFacts;
  frame: ReplayFrame;
}

/** The time that a replay may take of its thread. @property signal  ends it */
export interface ReplayPace {
  stretch: Stretch;
  signal: AbortSignal | undefined;
}

/** The frame of a replay. @property zone  of the application @property isDay  tests if an attribute has days */
export interface ReplayFrame {
  from: number;
  to: number;
  zone: string;
  /** Tests if prices differ by the countries of numbers. */
  asksCountries: boolean;
  prices: readonly Price[];
  policy: ReplayPolicy;
  /** Tests if the policy follows the clocks of persons. */
  followsPersons: boolean;
  /** Tests if people may choose how often e-mail comes. */
  offersFrequency: boolean;
  isDay(code: string): boolean;
}

import type { Platform } from '#libs/content';
import type { PersonTime } from '../running/person-time.repository.js';
import type { Arrival } from '../entering/admissions.js';
import type { Price } from '../prices/price.types.js';
import type { ReplayPolicy } from './replay-policy.js';
import type { NamedEvent } from '../entering/event-batch.js';

/** An entry by another way than an event. */
export type TimedArrival = Omit<Arrival, 'uid'> & { at: number };

/** Facts of now about the people of a part. */
export interface PartFacts {
  /** People who meet parts of conditions, by branch and part. */
  present: ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<number>>>;
  /** People with a destination on a platform. */
  reach: ReadonlyMap<Platform, ReadonlySet<number>>;
  /** Countries of numbers, where a price asks for them. */
  countries: ReadonlyMap<number, string>;
  /** Values that waits of persons depend on, by the attribute; without one under an empty name. */
  times: ReadonlyMap<string, ReadonlyMap<number, PersonTime>>;
}

/** One person of a part. @property events  in their order; those before the replay begins are only counted by conditions */
export interface PartPerson {
  uid: number;
  events: readonly (NamedEvent & { eventId: number })[];
  arrivals: readonly TimedArrival[];
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
  isDay(code: string): boolean;
}

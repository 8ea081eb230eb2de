import { waitMs } from '../model/advance.js';
import type { Journey, Visit } from '../model/journey.types.js';
import { MAX_DATA_BYTES } from '../model/limits.js';
import type { Program } from '../model/program.js';
import type { PeopleInside } from './people-inside.js';

/** Visits of a person to a journey in a day: two journeys that set each other off end here. */
const MAX_ENTRIES = 100;

/** A person who would enter. */
export type Arrival = Pick<Visit, 'uid' | 'key' | 'data'>;

/** Reasons for which a person does not enter. */
export const REFUSALS = ['inside', 'again', 'looped', 'limited'] as const;
export type Refusal = (typeof REFUSALS)[number];

/**
 * Earlier visits of those who would enter.
 *
 * @property lastEntries  the last entry by uid and key, apart by a blank
 * @property entries      visits of the last day that have ended, by uid
 */
export interface EarlierVisits {
  lastEntries: Map<string, Date>;
  entries: Map<number, number>;
}

/** Lets people into a journey, one after the other. */
export class Admissions {
  readonly entered = new Map<string, Visit>();
  readonly refused: Record<Refusal, number> = { inside: 0, again: 0, looped: 0, limited: 0 };
  private admitted = 0;

  /**
   * @param program  of the newest version
   * @param places   number of people who may enter
   */
  constructor(
    private readonly journey: Journey,
    private readonly program: Program | undefined,
    private readonly inside: PeopleInside,
    private readonly earlier: EarlierVisits,
    private readonly now: Date,
    private readonly places: number,
  ) {}

  /** Lets a person in, unless one of the rules of the journey is against it. */
  admit(arrival: Arrival): void {
    const first = this.program?.first ?? null;
    if (first === null) {
      return;
    }
    const refusal = this.findRefusal(arrival);
    if (refusal) {
      this.refused[refusal] += 1;
      return;
    }
    const step = this.program?.nodes.get(first)?.step;
    const visit: Visit = {
      ...arrival,
      version: this.journey.version,
      node: first,
      enteredAt: this.now,
      since: this.now,
      dueAt: new Date(this.now.getTime() + ((step && waitMs(step)) ?? 0)),
      isWoken: false,
      steps: 0,
      data: keepSmall(arrival.data),
    };
    this.admitted += 1;
    this.inside.put(visit);
    this.entered.set(placeOf(visit), visit);
  }

  /** Takes note of a visit that ends. @returns if it had only begun here */
  end(visit: Visit): boolean {
    const { lastEntries, entries } = this.earlier;
    lastEntries.set(placeOf(visit), visit.enteredAt);
    entries.set(visit.uid, (entries.get(visit.uid) ?? 0) + 1);
    return this.entered.delete(placeOf(visit));
  }

  private findRefusal(arrival: Arrival): Refusal | undefined {
    const { again } = this.journey.definition.entry;
    const inside = this.inside.of(arrival.uid);
    const last = this.earlier.lastEntries.get(placeOf(arrival));
    if (inside.has(arrival.key)) {
      return 'inside';
    }
    if (last && (again === 'never' || (again !== 'always' && this.now.getTime() - last.getTime() < again))) {
      return 'again';
    }
    if ((this.earlier.entries.get(arrival.uid) ?? 0) + inside.size >= MAX_ENTRIES) {
      return 'looped';
    }
    return this.admitted >= this.places ? 'limited' : undefined;
  }
}

/** Keeps the smallest values: thousands of people of one step are one send, whose parameters have a limit. */
function keepSmall(data: Visit['data']): Visit['data'] {
  if (Object.keys(data).length === 0) {
    return data;
  }
  const sized = Object.entries(data).map(
    ([code, value]) => [Buffer.byteLength(JSON.stringify([code, value])), code, value] as const,
  );
  let bytes = 0;
  const small = sized.toSorted(([a], [b]) => a - b).filter(([size]) => (bytes += size) <= MAX_DATA_BYTES);
  return Object.fromEntries(small.map(([, code, value]) => [code, value]));
}

export function placeOf({ uid, key }: Pick<Visit, 'uid' | 'key'>): string {
  return `${uid} ${key}`;
}

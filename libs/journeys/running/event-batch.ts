import { LEAVING, type Journey, type Visit } from '../model/journey.types.js';
import { hasWaited, waitMs } from '../model/advance.js';
import { matchesAwaited, matchesWhere } from '../model/matching.js';
import type { EndedVisit } from '../visits/visit.repository.js';
import type { RunnableVersion } from './program.service.js';

/** Older events let no one in, unless the journey says so. */
const LATE_MS = 3_600_000;
/** Visits of a person to a journey in a day: two journeys that set each other off end here. */
const MAX_ENTRIES = 100;
/** UTF-8 bytes of the attributes that a visit keeps, as JSON. */
const MAX_DATA_BYTES = 16 * 1024;
/** Characters of the value that tells visits of a person apart. */
const MAX_KEY = 200;

/** An event that reached the feed. */
export interface NamedEvent {
  uid: number;
  name: string;
  at: Date;
  attrs: Readonly<Record<string, unknown>>;
}

/** The changes of visits to one journey by events, in the order of the events. */
export class EventBatch {
  /** By uid and key. */
  private readonly inside = new Map<number, Map<string, Visit>>();
  private readonly ended: EndedVisit[] = [];
  private readonly woken = new Map<string, Visit>();
  private readonly entered = new Map<string, Visit>();
  private lastEntries = new Map<string, Date>();
  private entries = new Map<number, number>();
  private late = 0;
  private looped = 0;

  /** @param visits  those of the users of the events */
  constructor(
    private readonly journey: Journey,
    private readonly versions: ReadonlyMap<number, RunnableVersion>,
    visits: readonly Visit[],
    private readonly now: Date,
  ) {
    visits.forEach((visit) => this.insideOf(visit.uid).set(visit.key, visit));
  }

  /** The visits that some events would begin, for a look at earlier ones. */
  listEntering(events: readonly NamedEvent[]): Pick<Visit, 'uid' | 'key'>[] {
    return events.flatMap((event) => {
      const key = this.keyOf(event);
      return key === undefined ? [] : { uid: event.uid, key };
    });
  }

  /** @param entries  the last entry by uid and key, apart by a blank */
  setLastEntries(entries: ReadonlyMap<string, Date>): void {
    this.lastEntries = new Map(entries);
  }

  /** @param entries  visits of the last day that have ended, by uid */
  setEntries(entries: ReadonlyMap<number, number>): void {
    this.entries = new Map(entries);
  }

  /** Ends visits whose goal an event is, wakes those that wait for it, and begins one. */
  apply(event: NamedEvent): void {
    for (const visit of this.insideOf(event.uid).values()) {
      this.meet(visit, event);
    }
    this.enter(event);
  }

  result(): { ended: EndedVisit[]; woken: Visit[]; entered: Visit[]; late: number; looped: number } {
    const { ended, late, looped } = this;
    return { ended, woken: [...this.woken.values()], entered: [...this.entered.values()], late, looped };
  }

  private meet(visit: Visit, { name, attrs }: NamedEvent): void {
    const place = placeOf(visit);
    const version = this.versions.get(visit.version);
    const goal = version?.definition.goal;
    const step = version?.program.nodes.get(visit.node)?.step;
    if (goal && goal.event === name && matchesAwaited(goal, attrs, visit.data)) {
      this.insideOf(visit.uid).delete(visit.key);
      this.woken.delete(place);
      this.lastEntries.set(place, visit.enteredAt);
      this.entries.set(visit.uid, (this.entries.get(visit.uid) ?? 0) + 1);
      if (this.entered.delete(place)) {
        return;
      }
      this.ended.push({ ...visit, reason: LEAVING.goal });
      return;
    }
    const isAwaited = step?.kind === 'waitFor' && step.event === name && matchesAwaited(step, attrs, visit.data);
    if (isAwaited && !visit.isWoken && hasWaited(visit)) {
      const woken = { ...visit, isWoken: true, dueAt: this.now };
      this.insideOf(visit.uid).set(visit.key, woken);
      (this.entered.has(place) ? this.entered : this.woken).set(place, woken);
    }
  }

  private enter(event: NamedEvent): void {
    const { entry } = this.journey.definition;
    const key = this.keyOf(event);
    const program = this.versions.get(this.journey.version)?.program;
    const first = program?.first ?? null;
    if (key === undefined || first === null) {
      return;
    }
    if (entry.late !== 'allow' && this.now.getTime() - event.at.getTime() > this.latestMs()) {
      this.late += 1;
      return;
    }
    const place = placeOf({ uid: event.uid, key });
    const last = this.lastEntries.get(place);
    const isAgain = last && (entry.again === 'never' || this.now.getTime() - last.getTime() < Number(entry.again));
    if (this.insideOf(event.uid).has(key) || (isAgain && entry.again !== 'always')) {
      return;
    }
    if ((this.entries.get(event.uid) ?? 0) + this.insideOf(event.uid).size >= MAX_ENTRIES) {
      this.looped += 1;
      return;
    }
    const step = program?.nodes.get(first)?.step;
    const visit: Visit = {
      uid: event.uid,
      key,
      version: this.journey.version,
      node: first,
      enteredAt: this.now,
      since: this.now,
      dueAt: new Date(this.now.getTime() + ((step && waitMs(step)) ?? 0)),
      isWoken: false,
      steps: 0,
      data: keepSmall(event.attrs),
    };
    this.insideOf(event.uid).set(key, visit);
    this.entered.set(place, visit);
  }

  private insideOf(uid: number): Map<string, Visit> {
    const found = this.inside.get(uid) ?? new Map<string, Visit>();
    this.inside.set(uid, found);
    return found;
  }

  /** An event older than the first wait would be late for it, too. */
  private latestMs(): number {
    const program = this.versions.get(this.journey.version)?.program;
    const step = program?.nodes.get(program.first ?? '')?.step;
    return Math.min(LATE_MS, (step && waitMs(step)) ?? LATE_MS);
  }

  /** The key of the visit that an event would begin; undefined: it begins none. */
  private keyOf({ name, attrs }: NamedEvent): string | undefined {
    const { state, definition } = this.journey;
    const { event, where, key } = definition.entry;
    if (state !== 'on' || event !== name || !matchesWhere(where, attrs)) {
      return undefined;
    }
    const value = key === undefined ? '' : Object.hasOwn(attrs, key) ? attrs[key] : undefined;
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isPlain ? String(value).slice(0, MAX_KEY) : undefined;
  }
}

/** Keeps the smallest attributes: thousands of people of one step are one send, whose parameters have a limit. */
function keepSmall(attrs: Visit['data']): Visit['data'] {
  const sized = Object.entries(attrs).map(
    ([code, value]) => [Buffer.byteLength(JSON.stringify([code, value])), code, value] as const,
  );
  let bytes = 0;
  const small = sized.toSorted(([a], [b]) => a - b).filter(([size]) => (bytes += size) <= MAX_DATA_BYTES);
  return Object.fromEntries(small.map(([, code, value]) => [code, value]));
}

function placeOf({ uid, key }: Pick<Visit, 'uid' | 'key'>): string {
  return `${uid} ${key}`;
}

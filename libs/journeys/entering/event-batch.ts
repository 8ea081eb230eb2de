import { hasWaited, waitMs } from '../model/advance.js';
import { type EventEntry, LEAVING, type Journey, type Visit } from '../model/journey.types.js';
import { collect, readCollected } from '../model/collected.js';
import { isAwaitedBy, listAwaited, matchesAwaited, matchesWhere } from '../model/matching.js';
import { addResult, isResultAwaited, listMessageEvents, type MessageResult } from '../model/message-results.js';
import type { EndedVisit } from '../visits/visit.repository.js';
import { type Admissions, type Arrival, placeOf } from './admissions.js';
import { keyOf } from './entry-key.js';
import type { PeopleInside } from './people-inside.js';
import type { RunnableVersion } from '../running/program.service.js';

/** Older events let no one in, unless the journey says so. */
const LATE_MS = 3_600_000;

/**
 * An event that reached the feed.
 *
 * @property message  of a result: its dispatch, or the step that sent it
 */
export interface NamedEvent {
  uid: number;
  name: string;
  at: Date;
  attrs: Readonly<Record<string, unknown>>;
  message?: { result: MessageResult } & ({ dispatchId: number } | { node: string });
}

/** The visit that an event would begin; undefined: it begins none. */
export function arrivalOf({ state, definition }: Journey, { uid, name, attrs }: NamedEvent): Arrival | undefined {
  const { entry } = definition;
  if (state !== 'on' || !('event' in entry) || entry.event !== name || !matchesWhere(entry.where, attrs)) {
    return undefined;
  }
  const key = keyOf(entry.key, attrs);
  return key === undefined ? undefined : { uid, key, data: attrs };
}

/** The changes of visits to one journey by events, in the order of the events. */
export class EventBatch {
  private readonly ended: EndedVisit[] = [];
  private readonly completed: EndedVisit[] = [];
  private readonly woken = new Map<string, Visit>();
  private readonly collected = new Map<string, Visit>();
  private late = 0;

  /** @param inside  visits of the users of the events */
  constructor(
    private readonly journey: Journey,
    private readonly versions: ReadonlyMap<number, RunnableVersion>,
    private readonly inside: PeopleInside,
    private readonly admissions: Admissions,
    private readonly now: Date,
  ) {}

  /** Ends visits whose goal an event is, wakes those that wait for it, adds it to a batch, and begins a visit. */
  apply(event: NamedEvent): void {
    const arrival = arrivalOf(this.journey, event);
    const isLate = arrival !== undefined && this.isLate(event);
    for (const visit of this.inside.of(event.uid).values()) {
      this.meet(visit, event, isLate ? undefined : arrival);
    }
    if (isLate) {
      this.late += 1;
    } else if (arrival) {
      this.admissions.admit(arrival);
    }
  }

  /** @returns completed: visits that began and ended here; collected: visits with more data */
  result(): { ended: EndedVisit[]; completed: EndedVisit[]; woken: Visit[]; collected: Visit[]; late: number } {
    const [woken, collected] = [[...this.woken.values()], [...this.collected.values()]];
    return { ended: this.ended, completed: this.completed, woken, collected, late: this.late };
  }

  private meet(visit: Visit, event: NamedEvent, arrival: Arrival | undefined): void {
    if (event.message) {
      this.hear(visit, event.message);
      return;
    }
    const { name, attrs } = event;
    const version = this.versions.get(visit.version);
    const goal = version?.definition.goal;
    const step = version?.program.nodes.get(visit.node)?.step;
    if (goal && goal.event === name && matchesAwaited(goal, attrs, visit.data)) {
      this.reachGoal(visit);
      return;
    }
    if (!step || visit.isWoken || !hasWaited(visit)) {
      return;
    }
    if (step.kind === 'waitFor' && isAwaitedBy(step, { name, attrs }, visit.data)) {
      this.keep({ ...visit, isWoken: true, dueAt: this.now }, this.woken);
    }
    if (step.kind === 'batch' && arrival?.key === visit.key) {
      const data = collect(visit.data, attrs);
      const isFull = step.most !== undefined && readCollected(data).count >= step.most;
      const grown = { ...visit, data, ...(isFull && { isWoken: true, dueAt: this.now }) };
      this.keep(grown, this.collected);
      if (isFull) {
        this.keep(grown, this.woken);
      }
    }
  }

  /** Takes the result of a message: of one that the visit was sent, and once. */
  private hear(visit: Visit, message: NonNullable<NamedEvent['message']>): void {
    const { result } = message;
    const version = this.versions.get(visit.version);
    const sent = visit.messages?.find(({ node, ids }) =>
      'node' in message ? node === message.node : ids.includes(message.dispatchId),
    );
    if (!version || !sent || !listMessageEvents(version.definition).has(result.event)) {
      return;
    }
    const { goal } = version.definition;
    if (goal && isResultAwaited(goal, sent.node, result)) {
      this.reachGoal(visit);
      return;
    }
    const step = version.program.nodes.get(visit.node)?.step;
    const isAwaited =
      step?.kind === 'waitFor' &&
      hasWaited(visit) &&
      listAwaited(step).some((awaited) => 'event' in awaited && isResultAwaited(awaited, sent.node, result));
    const messages = addResult(visit.messages ?? [], sent.node, result);
    const woken = isAwaited && !visit.isWoken && { isWoken: true, dueAt: this.now };
    if (messages || woken) {
      this.keep({ ...visit, ...(messages && { messages }), ...woken }, this.woken);
    }
  }

  private reachGoal(visit: Visit): void {
    const place = placeOf(visit);
    this.inside.remove(visit);
    this.woken.delete(place);
    this.collected.delete(place);
    (this.admissions.end(visit) ? this.completed : this.ended).push({ ...visit, reason: LEAVING.goal });
  }

  /** @param changed  takes a visit that had begun before */
  private keep(visit: Visit, changed: Map<string, Visit>): void {
    const place = placeOf(visit);
    const { entered } = this.admissions;
    this.inside.put(visit);
    (entered.has(place) ? entered : changed).set(place, visit);
  }

  /** An event older than the first wait would be late for it, too. */
  private isLate({ at }: NamedEvent): boolean {
    const { late } = this.journey.definition.entry as EventEntry;
    const program = this.versions.get(this.journey.version)?.program;
    const step = program?.nodes.get(program.first ?? '')?.step;
    const latestMs = Math.min(LATE_MS, (step && waitMs(step)) ?? LATE_MS);
    return late !== 'allow' && this.now.getTime() - at.getTime() > latestMs;
  }
}

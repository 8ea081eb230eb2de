import {
  type Data,
  drawn,
  duration,
  endsWait,
  holds,
  isMet,
  isOver,
  isResult,
  type Result,
  type SentMessage,
  type WrittenEvent,
  type WrittenWhere,
} from './reference-conditions.js';
import {
  after,
  enterList,
  firstOf,
  follow,
  idOf,
  last,
  locate,
  stepAt,
  waitOf,
  type WrittenStep,
} from './reference-steps.js';

export type { WrittenStep } from './reference-steps.js';

/** A journey as the application file has it. */
export interface WrittenJourney {
  name: string;
  state: 'on' | 'closed' | 'paused' | 'off';
  entry: {
    event?: string;
    api?: true;
    where?: WrittenWhere;
    key?: string;
    again?: string | { after: string };
    late?: string;
  };
  goal?: WrittenEvent;
  steps: WrittenStep[];
}

export interface Person {
  uid: number;
  city?: string | undefined;
  isTagged: boolean;
}

/** Shown of a visit. Past ones have a reason. */
export interface Whereabouts {
  uid: number;
  journey: string;
  key: string;
  version: number;
  node: string;
  reason?: string;
}

interface Visit {
  uid: number;
  key: string;
  version: number;
  at: string;
  enteredAt: number;
  since: number;
  /** null: it has come there, and does not wait yet. */
  until: number | null;
  isWoken: boolean;
  passed: number;
  /** Events of a batch, with that of the entry. */
  collected: number;
  messages: SentMessage[];
  data: Data;
}
interface Running {
  id: number;
  versions: WrittenJourney[];
  state: WrittenJourney['state'];
  inside: Map<string, Visit>;
  past: Map<string, { visit: Whereabouts; enteredAt: number }>;
}
const MOST_STEPS = 100;
const MOST_ENTRIES = 100;
const DAY = 86_400_000;
const CALL = 5000;

/**
 * The meaning of journeys, in plain code over the words of the file: without a database, and without any code of the engine. Time
 * stands still between calls.
 */
export class ReferenceJourneys {
  readonly people = new Map<number, Person>();
  /** Messages since the last look: `uid message`. */
  sent: string[] = [];
  /** Waits and visits that results of messages ended. */
  heard = 0;
  private readonly journeys = new Map<string, Running>();

  /** @param id  of the engine, which draws with it */
  define(id: number, journey: WrittenJourney): void {
    const known = this.journeys.get(journey.name);
    if (known) {
      known.versions.push(journey);
    } else {
      this.journeys.set(journey.name, {
        id,
        versions: [journey],
        state: journey.state,
        inside: new Map(),
        past: new Map(),
      });
    }
  }

  setState(name: string, state: WrittenJourney['state']): void {
    this.get(name).state = state;
  }

  erase(uid: number): void {
    this.people.delete(uid);
    for (const { inside, past } of this.journeys.values()) {
      inside.forEach((visit, place) => visit.uid === uid && inside.delete(place));
      past.forEach(({ visit }, place) => visit.uid === uid && past.delete(place));
    }
  }

  /** Gives the visits of one person to another, who keeps those that both have. */
  merge(from: number, to: number): void {
    this.people.delete(from);
    for (const { inside, past } of this.journeys.values()) {
      for (const [place, visit] of [...inside].filter(([, { uid }]) => uid === from)) {
        inside.delete(place);
        const stead = `${to} ${visit.key}`;
        inside.set(stead, inside.get(stead) ?? Object.assign(visit, { uid: to }));
      }
      for (const [place, { visit, enteredAt }] of [...past].filter(
        ([
          ,
          {
            visit: { uid },
          },
        ]) => uid === from,
      )) {
        past.delete(place);
        const stead = `${to} ${visit.key} ${enteredAt}`;
        past.set(stead, past.get(stead) ?? { visit: { ...visit, uid: to }, enteredAt });
      }
    }
  }

  /** Enters people by request. @returns how many came in */
  request(name: string, uids: readonly number[], data: Data, now: number): number {
    const journey = this.get(name);
    const { entry } = last(journey.versions);
    const key = entry.key === undefined ? '' : String(data[entry.key]);
    return uids.filter((uid) => this.enter(journey, uid, key, data, now)).length;
  }

  /** An event, which is seen before any time-out of the same moment. */
  fire(uid: number, event: string, data: Data, now: number): void {
    for (const journey of this.journeys.values()) {
      if (journey.state === 'off') {
        continue;
      }
      const { entry } = last(journey.versions);
      const value = entry.key === undefined ? '' : data[entry.key];
      const isEntering =
        journey.state === 'on' && entry.event === event && holds(entry.where, data) && value !== undefined;
      for (const visit of [...journey.inside.values()].filter((inside) => inside.uid === uid)) {
        const { goal, steps } = journey.versions[visit.version - 1] ?? last(journey.versions);
        const step = last(locate(steps, visit.at) ?? []);
        const { waitFor: awaited, batch } = step?.list[step.index] ?? {};
        if (goal && isMet(goal, event, data, visit.data)) {
          this.leave(journey, visit, visit.at, 'GOAL');
        } else if (awaited && visit.until !== null && endsWait(awaited, event, data, visit.data)) {
          visit.isWoken = true;
        } else if (batch && visit.until !== null && !visit.isWoken && isEntering && String(value) === visit.key) {
          visit.collected += 1;
          visit.isWoken = visit.collected >= (batch.most ?? Infinity);
        }
      }
      if (isEntering) {
        this.enter(journey, uid, String(value), data, now);
      }
    }
  }

  /** A result of the message that a step of a journey sent to a person at a time. */
  tell(uid: number, { journey: name, node, at }: { journey: string; node: string; at: number }, result: Result): void {
    const journey = this.get(name);
    for (const visit of journey.state === 'off' ? [] : [...journey.inside.values()]) {
      const message = visit.messages.find((sent) => sent.node === node && sent.at === at);
      const { goal, steps } = journey.versions[visit.version - 1] ?? last(journey.versions);
      if (visit.uid !== uid || !message) {
        continue;
      }
      const place = locate(steps, visit.at);
      const { waitFor } = place ? stepAt(place) : {};
      const awaited = waitFor && visit.until !== null ? (waitFor.anyOf ?? [waitFor]) : [];
      const isAwaited = awaited.some((each) => isResult(each, message, result));
      if (goal && isResult(goal, message, result)) {
        this.heard += 1;
        this.leave(journey, visit, visit.at, 'GOAL');
      } else {
        visit.isWoken ||= isAwaited;
        this.heard += isAwaited ? 1 : 0;
        message.had.push(result);
      }
    }
  }

  /** Moves people on when their time has come, until no one is left. */
  step(now: number): void {
    for (const journey of this.journeys.values()) {
      for (let isMoving = true; isMoving;) {
        isMoving = false;
        for (const visit of journey.inside.values()) {
          const isDue = visit.isWoken || visit.until === null || visit.until <= now;
          if (journey.state === 'off') {
            this.leave(journey, visit, visit.at, 'STOPPED');
          } else if (journey.state !== 'paused' && isDue) {
            this.move(journey, visit, now);
            isMoving = true;
          }
        }
      }
    }
  }

  /** Places of all people, now and before. */
  whereabouts(): { inside: Whereabouts[]; past: Whereabouts[] } {
    const all = [...this.journeys].map(([name, journey]) => ({ name, ...journey }));
    return {
      inside: all.flatMap(({ name, inside }) =>
        [...inside.values()].map(({ uid, key, version, at }) => ({ uid, journey: name, key, version, node: at })),
      ),
      past: all.flatMap(({ past }) => [...past.values()].map(({ visit }) => visit)),
    };
  }

  private enter(journey: Running, uid: number, key: string, data: Data, now: number): boolean {
    const { entry, steps } = last(journey.versions);
    const past = [...journey.past.values()].filter(({ visit }) => visit.uid === uid);
    const earlier = past.filter(({ visit }) => visit.key === key).map(({ enteredAt }) => enteredAt);
    const isTooSoon =
      earlier.length > 0 &&
      (entry.again === 'never' ||
        (typeof entry.again === 'object' && now - Math.max(...earlier) < duration(entry.again.after)));
    const own = [...journey.inside.values()].filter((visit) => visit.uid === uid).length;
    const lately = past.filter(({ enteredAt }) => enteredAt > now - DAY).length;
    const first = firstOf(steps);
    if (journey.inside.has(`${uid} ${key}`) || isTooSoon || own + lately >= MOST_ENTRIES || first === undefined) {
      return false;
    }
    const wait = waitOf(first);
    const visit: Visit = {
      uid,
      key,
      version: journey.versions.length,
      at: idOf(first),
      enteredAt: now,
      since: now,
      until: wait === undefined ? null : now + wait,
      isWoken: false,
      passed: 0,
      collected: 1,
      messages: [],
      data,
    };
    journey.inside.set(`${uid} ${key}`, visit);
    return true;
  }

  private leave(journey: Running, visit: Visit, node: string, reason: string): void {
    const { uid, key, version, enteredAt } = visit;
    journey.inside.delete(`${uid} ${key}`);
    const place = `${uid} ${key} ${enteredAt}`;
    // Two visits that begin in one moment are one row.
    if (!journey.past.has(place)) {
      const { name } = last(journey.versions);
      journey.past.set(place, { visit: { uid, journey: name, key, version, node, reason }, enteredAt });
    }
  }

  private move(journey: Running, visit: Visit, now: number): void {
    const { steps } = journey.versions[visit.version - 1] ?? last(journey.versions);
    let cursor = locate(steps, visit.at);
    let node = visit.at;
    let hasSent = false;
    if (cursor && visit.until !== null && stepAt(cursor).webhook) {
      // Nothing answers the calls of a history.
      visit.until = now + Math.max(CALL, now - visit.since);
      return;
    }
    if (visit.isWoken || visit.until !== null) {
      visit.passed += 1;
      cursor = cursor && (visit.isWoken && stepAt(cursor).waitFor ? enterList(cursor, 'came') : after(cursor));
    }
    for (cursor = follow(steps, cursor); cursor; cursor = follow(steps, cursor)) {
      const step = stepAt(cursor);
      const wait = waitOf(step);
      if (visit.passed >= MOST_STEPS) {
        this.leave(journey, visit, idOf(step), 'LOOP');
        return;
      }
      if (step.waitFor && isOver(step.waitFor, visit.messages)) {
        this.heard += 1;
        visit.passed += 1;
        cursor = enterList(cursor, 'came');
        continue;
      }
      if (wait !== undefined || (step.send && hasSent)) {
        visit.at = idOf(step);
        visit.until = wait === undefined ? null : now + wait;
        visit.since = now;
        visit.isWoken = false;
        return;
      }
      if (step.webhook && step['failed']) {
        visit.at = idOf(step);
        visit.until = now + CALL;
        visit.since = now;
        visit.isWoken = false;
        return;
      }
      visit.passed += 1;
      node = idOf(step);
      if (step.exit !== undefined) {
        this.leave(journey, visit, node, 'EXIT');
        return;
      }
      if (step.send) {
        hasSent = true;
        visit.messages = visit.messages.filter((message) => message.node !== node);
        visit.messages.push({ node, at: now, had: [] });
        this.sent.push(`${visit.uid} ${step.send.message}`);
      }
      const way = step.branch
        ? this.judge(step.branch, visit)
        : step.split
          ? drawn(step.split, journey.id, visit.uid)
          : '';
      cursor = way === '' ? after(cursor) : enterList(cursor, way);
    }
    this.leave(journey, visit, node, 'END');
  }

  private judge({ if: condition, where }: NonNullable<WrittenStep['branch']>, { uid, data }: Visit): string {
    const person = this.people.get(uid);
    const isInCity = !condition?.profile || condition.profile.city.includes(person?.city ?? '');
    const isTagged = condition?.tag === undefined || person?.isTagged === true;
    return isInCity && isTagged && holds(where, data) ? 'yes' : 'no';
  }

  private get(name: string): Running {
    const journey = this.journeys.get(name);
    if (!journey) {
      throw new Error(`No journey is called ${name}`);
    }
    return journey;
  }
}

import { Admissions, type Arrival, placeOf, type Refusal, REFUSALS } from '../entering/admissions.js';
import { arrivalOf, EventBatch, type NamedEvent } from '../entering/event-batch.js';
import { PeopleInside } from '../entering/people-inside.js';
import { advanceVisit, type Answer } from '../model/advance.js';
import {
  type BranchStep,
  type Journey,
  LEAVING,
  type Leaving,
  type SetStep,
  type Visit,
  type WaitStep,
} from '../model/journey.types.js';
import { addMessage } from '../model/message-results.js';
import type { Program } from '../model/program.js';
import type { Way } from '../model/way.js';

const DAY_MS = 24 * 3_600_000;

/** A visit, as one that ends is answers. */
type EnteredVisit = Pick<Visit, 'uid' | 'key' | 'enteredAt'>;

/** Takes note of what becomes of a person, and answers what steps ask. */
export interface RunObserver {
  answer(step: BranchStep | WaitStep, visit: Visit, at: Date): Answer;
  /** Takes a message over. @returns false where there is none of this name: the person leaves */
  send(visit: Visit, sent: { node: string; message: string }, at: Date): boolean;
  set?(visit: Visit, step: SetStep, at: Date): void;
  entered?(visit: Visit): void;
  refused?(refusal: Refusal | 'late', at: Date): void;
  /** A visit took ways at steps that have several. */
  took?(ways: readonly Way[], at: Date): void;
  /** A visit came to a place where it waits. */
  rested?(place: Pick<Visit, 'node' | 'since' | 'dueAt'>): void;
  left?(visit: EnteredVisit, place: { node: string; reason: Leaving }, at: Date): void;
}

/** How many more people may enter at a time. */
export type Places = (at: Date) => number;

/**
 * One person in one version of a journey, on a clock of its own: entries, goals and steps are those of the engine, without a
 * database. Times must not go back.
 */
export class PersonRun {
  private readonly inside = new PeopleInside([]);
  private readonly lastEntries = new Map<string, Date>();
  /** Times of entry of visits of the last day that ended. */
  private past: number[] = [];
  private readonly versions: ReadonlyMap<number, { definition: Journey['definition']; program: Program }>;

  constructor(
    private readonly journey: Journey,
    private readonly program: Program,
    readonly uid: number,
    private readonly observer: RunObserver,
    private readonly placesAt: Places = () => Infinity,
  ) {
    this.versions = new Map([[journey.version, { definition: journey.definition, program }]]);
  }

  /** The visits of the person. */
  get visits(): Visit[] {
    return [...this.inside.of(this.uid).values()];
  }

  /** When the next visit is due, in epoch ms; Infinity: none is. */
  get dueAt(): number {
    let least = Infinity;
    for (const { dueAt } of this.inside.of(this.uid).values()) {
      least = Math.min(least, dueAt.getTime());
    }
    return least;
  }

  /** Applies an event that arrives at a time: it ends visits, wakes them, and begins one. */
  meet(event: NamedEvent, at: Date): void {
    const arrival = arrivalOf(this.journey, event);
    if (!arrival && this.inside.of(this.uid).size === 0) {
      return;
    }
    const admissions = this.open(at);
    const batch = new EventBatch(this.journey, this.versions, this.inside, admissions, at);
    batch.apply(event);
    const { ended, completed, late } = batch.result();
    for (const visit of [...ended, ...completed]) {
      this.end(visit, visit, at);
    }
    this.note(admissions, late, at);
  }

  /** Lets the person in by another way than an event. */
  admit(arrival: Omit<Arrival, 'uid'>, at: Date): void {
    const admissions = this.open(at);
    admissions.admit({ ...arrival, uid: this.uid });
    this.note(admissions, 0, at);
  }

  /** Moves all visits on that are due. */
  step(at: Date): void {
    for (let due = this.listDue(at); due.length > 0; due = this.listDue(at)) {
      due.forEach((visit) => this.walk(visit, at));
    }
  }

  private walk(visit: Visit, at: Date): void {
    const answers = new Map<string, Answer>();
    let advance = advanceVisit(this.program, visit, at, answers);
    for (; advance.asks; advance = advanceVisit(this.program, visit, at, answers)) {
      const { asks } = advance;
      // One person alone finds a place at once, and its calls are taken.
      const answer =
        asks.kind === 'throttle' ? at : asks.kind === 'webhook' ? true : this.observer.answer(asks, visit, at);
      answers.set(asks.id, answer);
    }
    const { sent, set, rest, passed, ways } = advance;
    if (ways) {
      this.observer.took?.(ways, at);
    }
    const isSent = !sent || this.observer.send(visit, sent, at);
    const messages = sent && isSent ? { messages: addMessage(visit.messages ?? [], sent.node, []) } : {};
    const left = sent && !isSent ? { node: sent.node, reason: LEAVING.noMessage } : advance.left;
    if (set && isSent) {
      this.observer.set?.(visit, set, at);
    }
    if (left) {
      this.inside.remove(visit);
      this.end(visit, left, at);
    } else if (rest) {
      this.inside.put({ ...visit, ...messages, ...rest, isWoken: false, steps: visit.steps + passed.length });
      if (rest.dueAt > at) {
        this.observer.rested?.(rest);
      }
    }
  }

  private end(visit: EnteredVisit, place: { node: string; reason: Leaving }, at: Date): void {
    this.lastEntries.set(placeOf(visit), visit.enteredAt);
    this.past.push(visit.enteredAt.getTime());
    this.observer.left?.(visit, place, at);
  }

  private open(at: Date): Admissions {
    const since = at.getTime() - DAY_MS;
    this.past = this.past.filter((time) => time > since);
    const earlier = { lastEntries: this.lastEntries, entries: new Map([[this.uid, this.past.length]]) };
    return new Admissions(this.journey, this.program, this.inside, earlier, at, this.placesAt(at));
  }

  private note({ entered, refused }: Admissions, late: number, at: Date): void {
    entered.forEach((visit) => this.observer.entered?.(visit));
    REFUSALS.forEach((refusal) => this.refuse(refusal, refused[refusal], at));
    this.refuse('late', late, at);
  }

  private refuse(refusal: Refusal | 'late', count: number, at: Date): void {
    for (let left = count; left > 0; left -= 1) {
      this.observer.refused?.(refusal, at);
    }
  }

  private listDue(at: Date): Visit[] {
    return this.visits.filter(({ dueAt }) => dueAt.getTime() <= at.getTime());
  }
}

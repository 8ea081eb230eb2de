import { LAPSE, type Moment } from '../../model/accept-trace.js';
import type { Act, Chunk, Fact, Step } from './chunk-steps.js';

/** A moment with its place in time, in ms. */
export interface Entry {
  at: number;
  moment: Moment;
}

/** Hold reasons that the model knows; waiting and late ones are of campaigns with a speed, or too late. */
const KNOWN_HOLDS: Readonly<Record<number, string>> = { 0: 'none', 2: 'paused', 3: 'stopped' };
/** Ends of recipients that the model knows. Others were never sent, or refused by their provider. */
const KNOWN_REASONS: readonly (string | null)[] = [null, 'IN_DOUBT', 'STOPPED'];

/** One recipient, or two in the order in which they are sent, and the chunks that they were in. */
export type Pair = readonly number[];

/** True where the model has every event of a recipient. */
export function isKnown(id: number, chunks: readonly Chunk[]): boolean {
  const own = chunks.filter(({ ids }) => ids.includes(id));
  const facts = own.flatMap(({ steps }) =>
    steps.flatMap((step) => step.facts.filter((fact) => fact.recipientId === id)),
  );
  const results = facts.filter(({ kind }) => kind === 'success' || kind === 'failed' || kind === 'skipped');
  return (
    own.every(({ isSplit, steps }) => !isSplit && steps.every(({ hold }) => hold in KNOWN_HOLDS)) &&
    results.length > 0 &&
    results.every(({ kind, reason }) => KNOWN_REASONS.includes(reason) && (kind !== 'failed' || reason !== null))
  );
}

/** The moments that the database has of a pair, in their order. @param chunks  that contain one of them */
export function composeEntries(pair: Pair, chunks: readonly Chunk[], acts: readonly Act[]): Entry[] {
  const own = chunks.map((chunk) => new Projection(pair, chunk));
  const listed = new Set<number>();
  const entries: Entry[] = [];
  const all = own.flatMap((projection) => projection.chunk.steps.map((step, index) => ({ projection, step, index })));
  for (const { projection, step, index } of all.sort((left, right) => left.step.at - right.step.at)) {
    const before = own.flatMap(({ inFlight }) => [...inFlight]);
    const moment = projection.take(step, index, listed, before);
    entries.push(...moment.map((facts) => ({ at: step.at, moment: facts })));
  }
  return placeActs(entries, own, acts);
}

/** One chunk, seen from a pair of its recipients. */
class Projection {
  inFlight = new Set<number>();
  private last: Step | undefined;
  private readonly members: readonly number[];
  /** The position at which the last of them has a result or a retry. */
  private readonly end: number;

  constructor(
    private readonly pair: Pair,
    readonly chunk: Chunk,
  ) {
    this.members = pair.filter((id) => chunk.ids.includes(id));
    this.end = 1 + Math.max(...this.members.map((id) => chunk.ids.indexOf(id)));
  }

  /** @returns the moments of a step, none if it shows nothing of the pair */
  take(step: Step, index: number, listed: Set<number>, inFlightBefore: readonly number[]): Moment[] {
    const { last } = this;
    this.last = step;
    this.inFlight = new Set(this.members.filter((id) => step.inFlight.has(id)));
    if (!last || index === 0) {
      return this.chunk.attempt === 0 ? [] : [this.members.map((id) => `taken ${this.numberOf(id)}`)];
    }
    // Behind the last of the pair the chunk is about others.
    if (last.done >= this.end) {
      return [];
    }
    const facts: string[] = step.facts.flatMap((fact) => this.tell(fact, listed));
    facts.push(
      ...[...this.inFlight].filter((id) => !inFlightBefore.includes(id)).map((id) => `in flight ${this.numberOf(id)}`),
    );
    if (step.epoch !== last.epoch) {
      return [...(last.isLeased ? [LAPSE] : []), ['claim', ...facts]];
    }
    if (last.isLeased && !step.isLeased && !step.isDone) {
      facts.push('release');
    }
    return facts.length > 0 ? [facts] : [];
  }

  /** Steps in which the chunk got or lost a hold. */
  holdChanges(): Step[] {
    return this.chunk.steps.filter((step, index) => {
      const before = this.chunk.steps[index - 1];
      return before !== undefined && before.hold !== step.hold;
    });
  }

  private tell({ kind, recipientId }: Fact, listed: Set<number>): string[] {
    if (!this.members.includes(recipientId) || kind === 'taken' || (kind === 'listed' && listed.has(recipientId))) {
      return [];
    }
    if (kind === 'listed') {
      listed.add(recipientId);
    }
    return [`${kind} ${this.numberOf(recipientId)}`];
  }

  private numberOf(id: number): number {
    return this.pair.indexOf(id);
  }
}

/**
 * Puts the acts of the operator among the entries. An act locks the dispatch first, then its chunks, and workers see it
 * there. So a pause stands where the last chunk is held, and a resume where the first one is released.
 */
function placeActs(entries: readonly Entry[], own: readonly Projection[], acts: readonly Act[]): Entry[] {
  const changes = own.flatMap((projection) => projection.holdChanges());
  const placed = acts.map(({ kind, at, xid }): Entry => {
    const within = changes.filter((change) => change.xid === xid).map((change) => change.at);
    const place = within.length === 0 ? at : kind === 'resume' ? Math.min(...within) : Math.max(...within);
    return { at: place, moment: [kind] };
  });
  return [...entries, ...placed].sort((left, right) => left.at - right.at);
}

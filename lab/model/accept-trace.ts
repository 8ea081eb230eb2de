import type { Model } from './checker.js';
import { listOf, type State } from './state/state.js';

/**
 * The visible facts of a run from outside, one line for each moment. A moment is a message at the provider, a transaction, a
 * fault or an act of the operator. The facts of one transaction stand in one line, in any order:
 *
 * - `accepted N`: the provider took the message of recipient N
 * - `success N`, `failed N`, `skipped N`: a row of `delivery.push_result`
 * - `listed N`: the first row of N in `delivery.in_doubt`
 * - `death`, `freeze`: a process was killed, or did not run for longer than its lease
 * - `pause`, `resume`, `stop`: the operator's transaction
 * - `finished`: the dispatch ended
 */
export type Moment = readonly string[];

export interface Verdict {
  isAccepted: boolean;
  /** The first moment that no run of the model can have after those before it; -1 if there is none. */
  refusedAt: number;
}

/** The visible facts of a step. */
export type View = (before: State, after: State) => string[];

/**
 * Stands in a trace for a lease that ran out: since the moment before, workers may have died, frozen or left, without a
 * visible sign.
 */
export const LAPSE: Moment = ['lapse'];

/** True where a run of the model shows exactly these moments. Invisible steps may happen between them. */
export function acceptTrace(model: Model<State>, trace: readonly Moment[], view: View = findMoment): Verdict {
  let states = new Map([[model.keyOf(model.start), model.start]]);
  for (const [index, moment] of trace.entries()) {
    const seen = moment.toSorted().join();
    states = seen === LAPSE.join() ? takeLapse(model, states, view) : takeMoment(model, states, seen, view);
    if (states.size === 0) {
      return { isAccepted: false, refusedAt: index };
    }
  }
  return { isAccepted: true, refusedAt: -1 };
}

/** The states after a moment, and any number of unseen steps before it. */
function takeMoment(model: Model<State>, states: Map<string, State>, seen: string, view: View): Map<string, State> {
  const after = new Map<string, State>();
  walk(model, states, (state, next) => {
    const moment = view(state, next).toSorted().join();
    if (moment === seen) {
      after.set(model.keyOf(next), next);
    }
    return moment === '';
  });
  return after;
}

/** The states after any number of unseen steps, with a death or a freeze of each worker at most. */
function takeLapse(model: Model<State>, states: Map<string, State>, view: View): Map<string, State> {
  const before = new Map<string, State>();
  for (const state of states.values()) {
    const mortal = { ...state, faults: { ...state.faults, crash: state.workers.length, lapse: state.workers.length } };
    before.set(model.keyOf(mortal), mortal);
  }
  const after = new Map<string, State>();
  for (const state of walk(model, before, (from, next) => view(from, next).length === 0).values()) {
    const immortal = { ...state, faults: { ...state.faults, crash: 0, lapse: 0 } };
    after.set(model.keyOf(immortal), immortal);
  }
  return after;
}

/** @param goesOn  whether the steps behind one are walked too. @returns all states that were walked through */
function walk(
  model: Model<State>,
  states: Map<string, State>,
  goesOn: (state: State, next: State) => boolean,
): Map<string, State> {
  const reached = new Map(states);
  // A map goes on with the entries that are added during its walk.
  for (const state of reached.values()) {
    for (const { next } of model.steps(state)) {
      if (goesOn(state, next)) {
        reached.set(model.keyOf(next), next);
      }
    }
  }
  return reached;
}

/** The visible facts of a step. */
export function findMoment(before: State, after: State): string[] {
  const facts: string[] = [];
  for (const [recipient, copies] of after.copies.entries()) {
    if (copies !== before.copies[recipient]) {
      facts.push(`accepted ${recipient}`);
    }
  }
  for (const [recipient, record] of after.records.entries()) {
    if (record !== before.records[recipient]) {
      facts.push(`${record} ${recipient}`);
    }
  }
  facts.push(...listOf(after.inDoubt & ~before.inDoubt).map((recipient) => `listed ${recipient}`));
  if (after.faults.crash !== before.faults.crash) {
    facts.push('death');
  }
  if (after.faults.lapse !== before.faults.lapse) {
    facts.push('freeze');
  }
  if (after.dispatch.isPaused && !before.dispatch.isPaused) {
    facts.push('pause');
  }
  if (after.dispatch.isStopped && !before.dispatch.isStopped) {
    facts.push('stop');
  } else if (!after.dispatch.isPaused && before.dispatch.isPaused) {
    facts.push('resume');
  }
  if (after.dispatch.isFinished && !before.dispatch.isFinished) {
    facts.push('finished');
  }
  return facts;
}

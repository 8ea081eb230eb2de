/** One step of a model: what happens, and the state after it. */
export interface Step<S> {
  name: string;
  next: S;
  /** It needs no fault and no luck, so the way to a good end may use it. */
  isGiven: boolean;
}

/** States and steps to be searched. Two states with the same key are the same state. */
export interface Model<S> {
  start: S;
  steps(state: S): Step<S>[];
  keyOf(state: S): string;
  /** Promises that a state breaks. */
  findBroken(state: S): readonly string[];
  /** True for a state in which all work has ended well. Given steps alone must lead to such a state from everywhere. */
  isEnd(state: S): boolean;
}

export interface Violation {
  promise: string;
  /** The shortest way to it: the names of its steps. */
  trace: string[];
}

export interface Exploration {
  states: number;
  transitions: number;
  /** Steps on the way to the state that is farthest from the start. */
  depth: number;
  /** Null: every state of the model keeps every promise. */
  violation: Violation | null;
}

/** The promise that a good end stays reachable without further faults. It is a matter of all states together, so it is checked after the search. */
export const CAN_END = 'nobody is lost';

/**
 * Searches every state, nearest first, so that the first violation has a shortest trace. A search with a violation ends there.
 *
 * @param promise  the only promise to look at; absent: all of them
 * @throws if there are more than `maxStates` states: a search that is cut off proves nothing
 */
export function explore<S>(model: Model<S>, promise?: string, maxStates = 2_000_000): Exploration {
  const search = new Search(model, maxStates);
  const isWatched = (name: string): boolean => promise === undefined || name === promise;
  for (let index = 0; index < search.frontier.length; index++) {
    const state = search.frontier[index];
    if (state === undefined) {
      continue;
    }
    const broken = model.findBroken(state).find(isWatched);
    if (broken !== undefined) {
      return search.report({ promise: broken, trace: search.traceTo(index) });
    }
    search.expand(index, state);
    // Only its key is needed from now on.
    search.frontier[index] = undefined;
  }
  const lostIndex = isWatched(CAN_END) ? search.findEndless() : -1;
  return search.report(lostIndex < 0 ? null : { promise: CAN_END, trace: search.traceTo(lostIndex) });
}

class Search<S> {
  readonly frontier: (S | undefined)[] = [];
  private readonly indexByKey = new Map<string, number>();
  private readonly parents: number[] = [];
  /** Number of the step of its parent that leads to a state. */
  private readonly stepNumbers: number[] = [];
  private readonly depths: number[] = [];
  private transitions = 0;
  /** Given steps: from where, to where. */
  private readonly sources: number[] = [];
  private readonly targets: number[] = [];
  private readonly ends: number[] = [];

  constructor(
    private readonly model: Model<S>,
    private readonly maxStates: number,
  ) {
    this.add(model.start, -1, 0);
  }

  expand(index: number, state: S): void {
    for (const [stepNumber, { next, isGiven }] of this.model.steps(state).entries()) {
      const target = this.add(next, index, stepNumber);
      this.transitions++;
      if (isGiven) {
        this.sources.push(index);
        this.targets.push(target);
      }
    }
  }

  /** The nearest state from which no good end can be reached; -1 if there is none. Goes backwards from all ends. */
  findEndless(): number {
    const incoming: number[][] = this.frontier.map(() => []);
    for (const [edge, target] of this.targets.entries()) {
      incoming[target]?.push(this.sources[edge] ?? 0);
    }
    const reached = new Uint8Array(this.frontier.length);
    const stack = [...this.ends];
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (!reached[index]) {
        reached[index] = 1;
        stack.push(...(incoming[index] ?? []));
      }
    }
    return reached.indexOf(0);
  }

  /** The names of the steps from the start, found by taking them again. */
  traceTo(index: number): string[] {
    const way: number[] = [];
    for (let current = index; current > 0; current = this.parents[current] ?? 0) {
      way.push(this.stepNumbers[current] ?? 0);
    }
    const names: string[] = [];
    let state = this.model.start;
    for (const stepNumber of way.toReversed()) {
      const step = this.model.steps(state)[stepNumber];
      if (!step) {
        throw new Error('The steps of a state are not the same each time');
      }
      names.push(step.name);
      state = step.next;
    }
    return names;
  }

  report(violation: Violation | null): Exploration {
    const depth = this.depths.at(-1) ?? 0;
    return { states: this.frontier.length, transitions: this.transitions, depth, violation };
  }

  private add(state: S, parent: number, stepNumber: number): number {
    const key = this.model.keyOf(state);
    const seen = this.indexByKey.get(key);
    if (seen !== undefined) {
      return seen;
    }
    const index = this.frontier.length;
    if (index >= this.maxStates) {
      throw new Error(`More than ${this.maxStates} states`);
    }
    this.indexByKey.set(key, index);
    this.frontier.push(state);
    this.parents.push(parent);
    this.stepNumbers.push(stepNumber);
    this.depths.push(parent < 0 ? 0 : (this.depths[parent] ?? 0) + 1);
    if (this.model.isEnd(state)) {
      this.ends.push(index);
    }
    return index;
  }
}

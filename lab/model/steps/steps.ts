import type { Step } from '../checker.js';
import type { Faults, Setting } from '../setting.js';
import { copyState, dropDoneChunks, type State, type Worker, workerOf } from '../state/state.js';

/** Collects the steps that a state allows. */
export class Steps {
  readonly list: Step<State>[] = [];

  constructor(
    readonly state: State,
    readonly setting: Setting,
  ) {}

  /** Adds a step. @param fault  what it uses up; without any left the step does not exist */
  add(name: string, change: (next: State) => void, fault?: keyof Faults): void {
    if (fault && !this.mayHappen(fault)) {
      return;
    }
    const next = copyState(this.state);
    if (fault) {
      next.faults[fault]--;
      next.faults.total -= isOperators(fault) ? 0 : 1;
    }
    change(next);
    dropDoneChunks(next);
    this.list.push({ name, next, isGiven: fault === undefined });
  }

  /** Adds a step of one worker. */
  addFor(index: number, name: string, change: (next: State, worker: Worker) => void, fault?: keyof Faults): void {
    this.add(`${workerName(index)} ${name}`, (next) => change(next, workerOf(next, index)), fault);
  }

  private mayHappen(fault: keyof Faults): boolean {
    return this.state.faults[fault] > 0 && (isOperators(fault) || this.state.faults.total > 0);
  }
}

export function workerName(index: number): string {
  return `worker ${'AB'[index] ?? index}`;
}

function isOperators(fault: keyof Faults): boolean {
  return fault === 'pause' || fault === 'stop';
}

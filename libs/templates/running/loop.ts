import { BREAK, GO, LoopState, type Evaluate, type Frame, type Step } from './frame.js';
import { isNil, toNumber } from '../values/values.js';

/** The parts of a loop. @property variable, state  slots */
export interface LoopParts {
  collection: Evaluate;
  offset: Evaluate | undefined;
  limit: Evaluate | undefined;
  isReversed: boolean;
  variable: number;
  state: number;
  body: Step;
  otherwise: Step;
}

export function compileLoop({ collection, variable, state: stateSlot, body, otherwise, ...bounds }: LoopParts): Step {
  return (frame) => {
    const { slots, budget } = frame;
    const all = toElements(collection(frame));
    if (all.length === 0) {
      return otherwise(frame);
    }
    const items = choose(all, bounds, frame);
    budget.spend(items.length + 1);
    const state = new LoopState(items.length);
    slots[stateSlot] = state;
    for (const item of items) {
      slots[variable] = item;
      if (body(frame) === BREAK) {
        break;
      }
      state.index += 1;
    }
    return GO;
  };
}

function toElements(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    return value;
  }
  if (typeof value === 'string') {
    return value === '' ? [] : [value];
  }
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function choose(
  all: readonly unknown[],
  { offset, limit, isReversed }: Pick<LoopParts, 'offset' | 'limit' | 'isReversed'>,
  frame: Frame,
): readonly unknown[] {
  const [start, count] = [offset?.(frame), limit?.(frame)];
  const from = isNil(start) ? all : all.slice(toNumber(start));
  const chosen = isNil(count) ? from : from.slice(0, toNumber(count));
  return isReversed ? chosen.toReversed() : chosen;
}

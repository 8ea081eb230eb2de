import { freshStep } from '../../../../apps/panel/journeys/editor/model/fresh-step.js';
import {
  idOf,
  type Kind,
  waysOf,
  type WrittenJourney,
  type WrittenStep,
} from '../../../../apps/panel/journeys/editor/model/written-journey.js';
import type { Draw } from './seeded.js';

const KINDS: readonly Kind[] = ['send', 'wait', 'waitFor', 'branch', 'split', 'set', 'batch', 'throttle', 'exit'];
/** Fields that a new step leaves to the member. */
const FILLED: Partial<Record<Kind, object>> = {
  send: { message: 'hello' },
  waitFor: { event: 'Bought' },
  branch: { where: { price: { atLeast: 20 } } },
  set: { addTags: ['vip'] },
};

/** A journey that the server takes, with so many steps. */
export function randomJourney(draw: Draw, steps: number): WrittenJourney {
  const ids: string[] = [];
  const list = (room: number, depth: number): WrittenStep[] => {
    const written: WrittenStep[] = [];
    for (let left = room; left > 0;) {
      const [step, used] = stepOf(left, depth);
      written.push(step);
      left -= used;
    }
    return written;
  };
  const stepOf = (room: number, depth: number): [WrittenStep, number] => {
    const kind = KINDS[draw(depth > 3 ? 2 : KINDS.length)] ?? 'wait';
    const step = filledStep(kind, ids);
    ids.push(idOf(step));
    let used = 1;
    const branches = waysOf(step).map((way) => {
      const inner = draw(Math.min(room - used, 12) + 1);
      used += inner;
      return [way, list(inner, depth + 1)] as const;
    });
    return [{ ...step, ...Object.fromEntries(branches.filter(([, inner]) => inner.length > 0)) }, used];
  };
  return { name: `journey ${draw(1_000_000)}`, state: 'off', entry: { event: 'Cart' }, steps: list(steps, 0) };
}

/** A new step with what the server needs. */
export function filledStep(kind: Kind, ids: readonly string[]): WrittenStep {
  const step = freshStep(kind, ids);
  const fields = step[kind];
  return typeof fields === 'object' ? { ...step, [kind]: { ...fields, ...FILLED[kind] } } : step;
}

import {
  copyStep,
  insertStep,
  listTargets,
  moveStep,
  removeStep,
  replaceStep,
  shiftStep,
  stepsAt,
  withFields,
} from '../../../../apps/panel/journeys/editor/model/edits.js';
import {
  kindOf,
  listIds,
  listPlaced,
  type Kind,
  type WrittenJourney,
} from '../../../../apps/panel/journeys/editor/model/written-journey.js';
import { filledStep } from './random-journey.js';
import type { Draw } from './seeded.js';

const ADDED: readonly Kind[] = ['send', 'wait', 'waitFor', 'branch', 'split', 'set', 'throttle', 'exit'];

/** One edit of a member, as the editor makes it. */
export function randomEdit(journey: WrittenJourney, draw: Draw): WrittenJourney {
  const placed = listPlaced(journey.steps);
  const picked = placed[draw(placed.length)];
  const kind = ADDED[draw(ADDED.length)] ?? 'wait';
  if (picked === undefined || (placed.length < 60 && draw(3) === 0)) {
    const lists = picked ? listTargets(journey, [-1]).map(({ list }) => list) : [[]];
    const list = lists[draw(lists.length)] ?? [];
    return insertStep(journey, list, draw(stepsAt(journey.steps, list).length + 1), filledStep(kind, listIds(journey)));
  }
  switch (draw(6)) {
    case 0:
      return removeStep(journey, picked.place);
    case 1:
      return shiftStep(journey, picked.place, draw(2) === 0 ? -1 : 1);
    case 2: {
      const targets = listTargets(journey, picked.place);
      return moveStep(journey, picked.place, targets[draw(targets.length)]?.list ?? []);
    }
    case 3:
      return kindOf(picked.step) === 'wait'
        ? replaceStep(journey, picked.place, withFields(picked.step, { for: `${1 + draw(23)}h` }))
        : journey;
    case 4:
      return placed.length + listPlaced([picked.step]).length <= 60 ? copyStep(journey, picked.place) : journey;
    default: {
      const id = `renamed${draw(1_000_000)}`;
      const next = kindOf(picked.step) === 'exit' ? { exit: id } : withFields(picked.step, { id });
      return replaceStep(journey, picked.place, next);
    }
  }
}

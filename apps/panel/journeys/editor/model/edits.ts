import {
  type Fields,
  fieldsOf,
  idOf,
  kindOf,
  type ListPlace,
  listIds,
  listPlaced,
  stepAt,
  type StepPlace,
  stepsOf,
  waysOf,
  withoutEmpty,
  type WrittenJourney,
  type WrittenStep,
} from './written-journey.js';

type Steps = readonly WrittenStep[];

/** The steps of a list. */
export function stepsAt(steps: Steps, [index, way, ...rest]: ListPlace): Steps {
  return index === undefined ? steps : stepsAt(stepsOf(steps[Number(index)]?.[String(way)]), rest);
}

/** The steps with another list at a place. A branch without steps is absent, as the server writes it. */
function withList(steps: Steps, [index, way, ...rest]: ListPlace, list: Steps): Steps {
  if (index === undefined) {
    return list;
  }
  return steps.map((step, at) => {
    if (at !== Number(index)) {
      return step;
    }
    const { [String(way)]: former, ...remaining } = step;
    const branch = withList(stepsOf(former), rest, list);
    return branch.length === 0 ? remaining : { ...remaining, [String(way)]: branch };
  });
}

const splitPlace = (place: StepPlace): [list: ListPlace, index: number] => [place.slice(0, -1), Number(place.at(-1))];

/** Puts a step before the one at an index of a list; at its end where there is none. */
export function insertStep(journey: WrittenJourney, list: ListPlace, index: number, step: WrittenStep): WrittenJourney {
  const steps = stepsAt(journey.steps, list);
  return { ...journey, steps: withList(journey.steps, list, steps.toSpliced(index, 0, step)) };
}

export function removeStep(journey: WrittenJourney, place: StepPlace): WrittenJourney {
  const [list, index] = splitPlace(place);
  return { ...journey, steps: withList(journey.steps, list, stepsAt(journey.steps, list).toSpliced(index, 1)) };
}

/** Replaces a step. One that gets another id keeps the steps which go on at it. */
export function replaceStep(journey: WrittenJourney, place: StepPlace, step: WrittenStep): WrittenJourney {
  const [list, index] = splitPlace(place);
  const former = stepAt(journey.steps, place);
  const steps = withList(journey.steps, list, stepsAt(journey.steps, list).toSpliced(index, 1, step));
  const [from, to] = [former === undefined ? '' : idOf(former), idOf(step)];
  const isRenamed = from !== to && kindOf(step) !== 'goto' && !listIds(journey).includes(to);
  return { ...journey, steps: isRenamed ? retarget(steps, from, to) : steps };
}

function retarget(steps: Steps, from: string, to: string): Steps {
  return steps.map((step) => ({
    ...step,
    ...(step['goto'] === from && { goto: to }),
    ...Object.fromEntries(
      waysOf(step).flatMap((way) => (step[way] === undefined ? [] : [[way, retarget(stepsOf(step[way]), from, to)]])),
    ),
  }));
}

/** Exchanges a step with the one before it, or behind it. */
export function shiftStep(journey: WrittenJourney, place: StepPlace, by: -1 | 1): WrittenJourney {
  const [list, index] = splitPlace(place);
  const steps = stepsAt(journey.steps, list);
  const [step, neighbour] = [steps[index], steps[index + by]];
  return step === undefined || neighbour === undefined
    ? journey
    : { ...journey, steps: withList(journey.steps, list, steps.with(index, neighbour).with(index + by, step)) };
}

/** Tests if a list is inside a step. */
export function isWithin(list: ListPlace, place: StepPlace): boolean {
  return list.length > place.length && place.every((part, n) => String(part) === String(list[n]));
}

/** Moves a step, with its branches, to the end of another list. Into itself it does not go. */
export function moveStep(journey: WrittenJourney, place: StepPlace, to: ListPlace): WrittenJourney {
  const step = stepAt(journey.steps, place);
  if (step === undefined || isWithin(to, place)) {
    return journey;
  }
  const [list, index] = splitPlace(place);
  const isBehind = isWithin([...to, ''], list) && Number(to[list.length]) > index;
  // Without the step, those behind it in its list have an index less.
  const target = isBehind ? to.with(list.length, Number(to[list.length]) - 1) : to;
  const rest = removeStep(journey, place);
  return insertStep(rest, target, stepsAt(rest.steps, target).length, step);
}

/** Puts a copy of a step, with its branches, behind it. Ids get a free number, and a `goto` within leads to the copy. */
export function copyStep(journey: WrittenJourney, place: StepPlace): WrittenJourney {
  const step = stepAt(journey.steps, place);
  if (step === undefined) {
    return journey;
  }
  const [list, index] = splitPlace(place);
  const used = listIds(journey);
  const renamed = new Map<string, string>();
  for (const id of listIds({ ...journey, steps: [step] })) {
    const free = freeId(id, used);
    used.push(free);
    renamed.set(id, free);
  }
  return insertStep(journey, list, index + 1, withIds(step, renamed));
}

function withIds(step: WrittenStep, ids: ReadonlyMap<string, string>): WrittenStep {
  const kind = kindOf(step);
  const id = ids.get(idOf(step)) ?? idOf(step);
  return {
    ...step,
    [kind]: kind === 'goto' || kind === 'exit' ? id : { ...fieldsOf(step[kind]), id },
    ...Object.fromEntries(
      waysOf(step).flatMap((way) =>
        step[way] === undefined ? [] : [[way, stepsOf(step[way]).map((inner) => withIds(inner, ids))]],
      ),
    ),
  };
}

/** The id without its number, and with the first one that is free. */
function freeId(id: string, used: readonly string[]): string {
  const stem = id.replace(/\d+$/, '') || id;
  for (let n = 2; ; n += 1) {
    if (!used.includes(`${stem}${n}`)) {
      return `${stem}${n}`;
    }
  }
}

/** The step with other fields of its kind; undefined ones are left out. */
export function withFields(step: WrittenStep, change: Fields): WrittenStep {
  const kind = kindOf(step);
  return { ...step, [kind]: withoutEmpty({ ...fieldsOf(step[kind]), ...change }) };
}

/** The journey without fields that have no value. */
export function withValues(journey: WrittenJourney, change: Fields): WrittenJourney {
  return withoutEmpty({ ...journey, ...change }) as WrittenJourney;
}

/** All lists into which a step can be moved: the main line, and every branch that is not its own. */
export function listTargets(
  journey: WrittenJourney,
  place: StepPlace,
): { list: ListPlace; owner: WrittenStep | undefined; way: string }[] {
  const branches = listPlaced(journey.steps).flatMap(({ step, place: at }) =>
    waysOf(step).map((way) => ({ list: [...at, way], owner: step, way })),
  );
  return [{ list: [], owner: undefined, way: '' }, ...branches].filter(({ list }) => !isWithin(list, place));
}

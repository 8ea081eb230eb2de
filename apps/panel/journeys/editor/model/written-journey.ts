/** Fields of a map, as the application file has them. */
export type Fields = Readonly<Record<string, unknown>>;
/** A step: its kind with its fields, and the branches beside it. */
export type WrittenStep = Fields;

/** A journey as the application file has it. */
export interface WrittenJourney extends Fields {
  name: string;
  state?: string;
  entry: Fields;
  goal?: Fields;
  limits?: Fields;
  holdout?: string;
  steps: readonly WrittenStep[];
}

/** The kinds of steps, in the order in which they are offered. */
export const KINDS = [
  'send',
  'wait',
  'waitFor',
  'branch',
  'split',
  'set',
  'webhook',
  'batch',
  'throttle',
  'goto',
  'exit',
] as const;
export type Kind = (typeof KINDS)[number];

/** A list of steps: empty for the main line, else the index of a step and the name of its branch, from outside to inside. */
export type ListPlace = readonly (number | string)[];
/** A step: the place of its list, and its index there. */
export type StepPlace = ListPlace;

/** A step with its place. @property way  the branch that it stands in; undefined: the main line */
export interface PlacedStep {
  step: WrittenStep;
  place: StepPlace;
  depth: number;
  way: string | undefined;
  isFirst: boolean;
  isLast: boolean;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The steps of a list as the file has it; what is no map is none. */
export function stepsOf(value: unknown): readonly WrittenStep[] {
  return listOf(value).filter(isFields);
}

/** Fields that have a value. */
export function withoutEmpty(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? `${value}` : '';
}

export function kindOf(step: WrittenStep): Kind {
  return KINDS.find((kind) => step[kind] !== undefined) ?? 'exit';
}

/** The id of a step; of `goto` that of the step which follows. */
export function idOf(step: WrittenStep): string {
  const kind = kindOf(step);
  return textOf(kind === 'goto' || kind === 'exit' ? step[kind] : fieldsOf(step[kind])['id']);
}

/** Tests if a step is a place at which people can be. */
export function hasPlace(step: WrittenStep): boolean {
  return kindOf(step) !== 'goto';
}

/** The names of the branches that a step can have, in their order. */
export function waysOf(step: WrittenStep): readonly string[] {
  switch (kindOf(step)) {
    case 'waitFor':
      return ['came'];
    case 'branch':
      return ['yes', 'no'];
    case 'webhook':
      return ['failed'];
    case 'split':
      return Object.keys(fieldsOf(fieldsOf(step['split'])['by']));
    default:
      return [];
  }
}

/** Tests if people pass a step beside its branches: after a wait without the event, or a call that was taken. */
export function goesOn(step: WrittenStep): boolean {
  const kind = kindOf(step);
  return kind === 'waitFor' || kind === 'webhook';
}

/** The steps of a list in their order, those of branches behind the step that has them. */
export function listPlaced(steps: readonly WrittenStep[], list: ListPlace = []): PlacedStep[] {
  const way = list.at(-1);
  return steps.flatMap((step, index) => {
    const place = [...list, index];
    return [
      {
        step,
        place,
        depth: list.length / 2,
        way: way === undefined ? undefined : String(way),
        isFirst: index === 0,
        isLast: index === steps.length - 1,
      },
      ...waysOf(step).flatMap((name) => listPlaced(stepsOf(step[name]), [...place, name])),
    ];
  });
}

/** The ids of all steps that are places. */
export function listIds({ steps }: WrittenJourney): string[] {
  return listPlaced(steps).flatMap(({ step }) => (hasPlace(step) ? idOf(step) : []));
}

/** The ids of all steps that send. */
export function listSends({ steps }: WrittenJourney): string[] {
  return listPlaced(steps).flatMap(({ step }) => (kindOf(step) === 'send' ? idOf(step) : []));
}

/** Writes a place as a key. */
export function keyOf(place: ListPlace): string {
  return place.join('.');
}

/** The step at a place; undefined where there is none. */
export function stepAt(steps: readonly WrittenStep[], [index, way, ...rest]: StepPlace): WrittenStep | undefined {
  const step = steps[Number(index)];
  return step === undefined || way === undefined ? step : stepAt(stepsOf(step[way]), rest);
}

/** The place of the step that has an id. */
export function placeOf({ steps }: WrittenJourney, id: string): StepPlace | undefined {
  return listPlaced(steps).find(({ step }) => hasPlace(step) && idOf(step) === id)?.place;
}

/** Keys of the steps that lead to one whatever branches were taken: those before it, and those that it is inside of. */
export function wayTo(place: StepPlace): ReadonlySet<string> {
  const keys = new Set<string>();
  for (let end = place.length; end > 0; end -= 2) {
    const list = place.slice(0, end - 1);
    for (let index = Number(place[end - 1]); index >= 0; index -= 1) {
      keys.add(keyOf([...list, index]));
    }
  }
  return keys;
}

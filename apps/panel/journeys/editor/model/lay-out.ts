import {
  goesOn,
  hasPlace,
  idOf,
  keyOf,
  kindOf,
  stepsOf,
  waysOf,
  type StepPlace,
  type WrittenJourney,
  type WrittenStep,
} from './written-journey.js';

export const BOX = { width: 232, height: 76 };
const GAP = { x: 32, y: 48 };
const MARGIN = 24;
/** Keys of the ends, which no place has. */
export const START = 'start';
export const END = 'end';

/** A box of the drawing. @property place  undefined: the entry, or the end */
export interface DrawnBox {
  key: string;
  place: StepPlace | undefined;
  x: number;
  y: number;
}

/** A line between boxes. @property lane  where it goes down beside the steps of a branch */
export interface DrawnLine {
  from: string;
  to: string;
  way: string | undefined;
  isBack: boolean;
  lane: number | undefined;
}

export interface Drawing {
  boxes: readonly DrawnBox[];
  lines: readonly DrawnLine[];
  width: number;
  height: number;
}

/** Positions that a member chose, by the ids of steps. */
export type Positions = Readonly<Record<string, readonly [x: number, y: number]>>;

/** Positions as the server lists them. */
export function positionsOf(items: readonly { id: string; x: number; y: number }[]): Positions {
  return Object.fromEntries(items.map(({ id, x, y }) => [id, [x, y] as const]));
}

/** A way that waits for the step which follows. */
type Open = Pick<DrawnLine, 'from' | 'way' | 'lane'>;

/** Draws a journey from above: a list is a column, the branches of a step are columns beside each other. */
export function layOut({ steps }: WrittenJourney, positions: Positions = {}): Drawing {
  const boxes: DrawnBox[] = [];
  const lines: DrawnLine[] = [];
  const places = new Map<string, string>();
  const gotos: { from: Open[]; to: string }[] = [];

  const connect = (open: readonly Open[], to: string): void => {
    lines.push(...open.map((way) => ({ ...way, to, isBack: false })));
  };

  const drawList = (
    list: readonly WrittenStep[],
    at: readonly (number | string)[],
    x: number,
    y: number,
    open: readonly Open[],
  ): { y: number; open: readonly Open[] } => {
    let below = { y, open };
    for (const [index, step] of list.entries()) {
      below = drawStep(step, [...at, index], x, below.y, below.open);
    }
    return below;
  };

  const drawStep = (
    step: WrittenStep,
    place: StepPlace,
    x: number,
    y: number,
    open: readonly Open[],
  ): { y: number; open: readonly Open[] } => {
    const key = keyOf(place);
    if (hasPlace(step)) {
      places.set(idOf(step), key);
    }
    boxes.push({ key, place, x: x - BOX.width / 2, y });
    connect(open, key);
    const next = y + BOX.height + GAP.y;
    const kind = kindOf(step);
    if (kind === 'exit') {
      return { y: next, open: [] };
    }
    if (kind === 'goto') {
      gotos.push({ from: [{ from: key, way: undefined, lane: undefined }], to: idOf(step) });
      return { y: next, open: [] };
    }
    const ways = waysOf(step);
    if (ways.length === 0) {
      return { y: next, open: [{ from: key, way: undefined, lane: undefined }] };
    }
    const lanes = lanesOf(step);
    let left = x - widthOf(step) / 2;
    let bottom = next;
    const ends: Open[] = [];
    for (const { way, steps: inner, width } of lanes) {
      const middle = left + width / 2;
      const lane = inner.length === 0 ? middle : undefined;
      const drawn = drawList(inner, [...place, way ?? ''], middle, next, [{ from: key, way: way ?? 'else', lane }]);
      bottom = Math.max(bottom, drawn.y);
      ends.push(...drawn.open);
      left += width + GAP.x;
    }
    return { y: bottom, open: ends };
  };

  const width = widthOfList(steps) + 2 * MARGIN;
  const middle = width / 2;
  boxes.push({ key: START, place: undefined, x: middle - BOX.width / 2, y: MARGIN });
  const first: Open[] = [{ from: START, way: undefined, lane: undefined }];
  const { y, open } = drawList(steps, [], middle, MARGIN + BOX.height + GAP.y, first);
  boxes.push({ key: END, place: undefined, x: middle - BOX.width / 2, y });
  connect(open, END);
  for (const { from, to } of gotos) {
    const target = places.get(to);
    lines.push(...(target === undefined ? [] : from.map((way) => ({ ...way, to: target, isBack: true }))));
  }
  return place(boxes, lines, places, positions, { width, height: y + BOX.height + MARGIN });
}

/** Puts boxes where a member wants them, and makes the sheet as large as it takes. */
function place(
  boxes: readonly DrawnBox[],
  lines: readonly DrawnLine[],
  places: ReadonlyMap<string, string>,
  positions: Positions,
  size: { width: number; height: number },
): Drawing {
  const chosen = new Map(
    Object.entries(positions).flatMap(([id, at]) => {
      const key = places.get(id);
      return key === undefined ? [] : [[key, at] as const];
    }),
  );
  const moved = boxes.map((box) => {
    const [x, y] = chosen.get(box.key) ?? [box.x, box.y];
    return { ...box, x, y };
  });
  return {
    boxes: moved,
    lines: lines.map((line) => (chosen.has(line.from) || chosen.has(line.to) ? { ...line, lane: undefined } : line)),
    width: Math.max(size.width, ...moved.map(({ x }) => x + BOX.width + MARGIN)),
    height: Math.max(size.height, ...moved.map(({ y }) => y + BOX.height + MARGIN)),
  };
}

/** The columns below a step; the one without a way is of those who pass beside its branches. */
function lanesOf(step: WrittenStep): { way: string | undefined; steps: readonly WrittenStep[]; width: number }[] {
  const branches = waysOf(step).map((way) => ({
    way,
    steps: stepsOf(step[way]),
    width: widthOfList(stepsOf(step[way]), BOX.width / 2),
  }));
  return goesOn(step) ? [{ way: undefined, steps: [], width: BOX.width / 2 }, ...branches] : branches;
}

/** Steps never change: an edit makes another one. */
const widths = new WeakMap<WrittenStep, number>();

function widthOf(step: WrittenStep): number {
  const width = widths.get(step) ?? measure(step);
  widths.set(step, width);
  return width;
}

function measure(step: WrittenStep): number {
  const lanes = lanesOf(step);
  return lanes.length === 0
    ? BOX.width
    : Math.max(
        BOX.width,
        lanes.reduce((sum, { width }) => sum + width + GAP.x, -GAP.x),
      );
}

/** @param least  of a list without steps */
function widthOfList(steps: readonly WrittenStep[], least = BOX.width): number {
  return Math.max(least, ...steps.map(widthOf));
}

/** The path of a line in an SVG. */
export function pathOf(from: DrawnBox, to: DrawnBox, { lane, isBack }: DrawnLine): string {
  const [x1, y1, x2, y2] = [from.x + BOX.width / 2, from.y + BOX.height, to.x + BOX.width / 2, to.y];
  if (isBack) {
    const side = Math.max(from.x, to.x) + BOX.width + GAP.x / 2;
    const [ya, yb] = [from.y + BOX.height / 2, to.y + BOX.height / 2];
    return `M${from.x + BOX.width} ${ya}C${side + GAP.x} ${ya} ${side + GAP.x} ${yb} ${to.x + BOX.width} ${yb}`;
  }
  const bend = GAP.y / 2;
  if (lane !== undefined && y2 - y1 > 2 * GAP.y) {
    return `M${x1} ${y1}C${x1} ${y1 + bend} ${lane} ${y1 + bend} ${lane} ${y1 + GAP.y}V${y2 - GAP.y}C${lane} ${y2 - bend} ${x2} ${y2 - bend} ${x2} ${y2}`;
  }
  return `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`;
}

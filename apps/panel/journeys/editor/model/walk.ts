import type { PresentVisit } from '../../../api/journeys.js';
import { END, START, type DrawnLine, type Drawing } from './lay-out.js';
import { idOf, kindOf, stepAt, type WrittenJourney } from './written-journey.js';

type TakenWay = NonNullable<PresentVisit['ways']>[number];

/** The walk of one person. @property at  id of the step where the person is, or left */
export interface Walk {
  ways: readonly TakenWay[];
  at: string;
}

/** The parts of a drawing that a person passed. @property times  when a line was taken, for lines of a choice */
export interface DrawnWalk {
  boxes: ReadonlySet<string>;
  lines: ReadonlySet<DrawnLine>;
  times: ReadonlyMap<DrawnLine, string>;
}

/** Boxes of a walk: more than a visit can pass. */
const MAX_BOXES = 300;

/**
 * Follows a person through a drawing. It ends where the drawing has another step than the person passed: of another
 * version.
 */
export function walkThrough(drawing: Drawing, journey: WrittenJourney, { ways, at }: Walk): DrawnWalk {
  const boxes = new Map(drawing.boxes.map((box) => [box.key, box]));
  const passed = new Set([START]);
  const lines = new Set<DrawnLine>();
  const times = new Map<DrawnLine, string>();
  const open = [...ways];
  let key = START;
  for (let count = 0; count < MAX_BOXES && key !== END; count += 1) {
    const place = boxes.get(key)?.place;
    const step = place && stepAt(journey.steps, place);
    const isPlace = step !== undefined && kindOf(step) !== 'goto';
    if (isPlace && idOf(step) === at && open.length === 0) {
      break;
    }
    const choices = drawing.lines.filter(({ from }) => from === key);
    const isChoice = isPlace && choices.some(({ way }) => way !== undefined);
    const choice = isChoice && open[0]?.step === idOf(step) ? open.shift() : undefined;
    // A call whose failure no branch awaits is no choice of the person.
    const way = isChoice ? (choice?.way ?? (kindOf(step) === 'webhook' ? 'else' : '')) : undefined;
    const line = choices.find((drawn) => drawn.way === way);
    if (line === undefined) {
      break;
    }
    lines.add(line);
    if (choice) {
      times.set(line, choice.at);
    }
    passed.add(line.to);
    key = line.to;
  }
  return { boxes: passed, lines, times };
}

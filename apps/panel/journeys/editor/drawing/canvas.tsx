import { memo, useMemo, useRef, type KeyboardEvent } from 'react';
import { join } from '../../../kit/layout/join.js';
import { useI18n } from '../../../i18n/i18n.js';
import { sharesOf, type Figures } from '../model/figures.js';
import { BOX, END, layOut, pathOf, START, type DrawnBox, type DrawnLine, type Positions } from '../model/lay-out.js';
import { goesOn, kindOf, stepAt, type WrittenJourney } from '../model/written-journey.js';
import { useEditorMessages } from '../texts/messages.js';
import { useWrittenText } from '../texts/written-text.js';
import css from './canvas.module.css';
import { Box } from './box.js';

interface CanvasProps {
  journey: WrittenJourney;
  positions: Positions;
  chosen: string;
  faulty: string | undefined;
  /** Keys of steps that lead to the chosen one; undefined: none is marked. */
  way?: ReadonlySet<string> | undefined;
  figures: Figures;
  onChoose: (key: string) => void;
  /** A member put a step somewhere; undefined: they may not. */
  onMove: ((id: string, at: readonly [x: number, y: number]) => void) | undefined;
}

/** The journey as a drawing that lays itself out. It is one stop of Tab: the arrows go from step to step. */
export function Canvas({ journey, positions, chosen, faulty, way, figures, onChoose, onMove }: CanvasProps) {
  const messages = useEditorMessages();
  const drawing = useMemo(() => layOut(journey, positions), [journey, positions]);
  const sheet = useRef<SVGSVGElement>(null);
  const boxes = useMemo(() => new Map(drawing.boxes.map((box) => [box.key, box])), [drawing]);
  const keys = drawing.boxes.flatMap(({ key }) => (key === END ? [] : key));
  const turn = (event: KeyboardEvent): void => {
    const by =
      event.key === 'ArrowDown' || event.key === 'ArrowRight'
        ? 1
        : event.key === 'ArrowUp' || event.key === 'ArrowLeft'
          ? -1
          : 0;
    const next = by === 0 ? undefined : keys[keys.indexOf(chosen) + by];
    if (next !== undefined) {
      event.preventDefault();
      onChoose(next);
      sheet.current?.querySelector<HTMLElement>(`[data-box="${CSS.escape(next)}"]`)?.focus();
    }
  };
  return (
    <div className={css['window']}>
      {/* The boxes are buttons; the arrows go from one to the next. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <svg
        ref={sheet}
        className={css['sheet']}
        role="group"
        aria-label={messages.drawing}
        width={drawing.width}
        height={drawing.height}
        onKeyDown={turn}
      >
        {drawing.lines.map((line) => (
          <Line key={`${line.from} ${line.to} ${line.way}`} line={line} boxes={boxes} />
        ))}
        <Shares journey={journey} lines={drawing.lines} boxes={boxes} figures={figures} />
        {drawing.boxes.map((box) => (
          <Box
            key={box.key}
            box={box}
            journey={journey}
            isChosen={box.key === chosen}
            isFaulty={box.key === faulty}
            isOnWay={way !== undefined && (box.key === START || way.has(box.key))}
            figures={figures}
            onChoose={onChoose}
            onMove={onMove}
          />
        ))}
      </svg>
    </div>
  );
}

interface LineProps {
  line: DrawnLine;
  boxes: ReadonlyMap<string, DrawnBox>;
}

const Line = memo(({ line, boxes }: LineProps) => {
  const [from, to] = [boxes.get(line.from), boxes.get(line.to)];
  return from && to ? (
    <path d={pathOf(from, to, line)} className={join(css['line'], line.isBack && css['back'])} />
  ) : null;
});

interface SharesProps extends Omit<LineProps, 'line'>, Pick<CanvasProps, 'journey' | 'figures'> {
  lines: readonly DrawnLine[];
}

/** The names of branches, with the share of people who took each. */
function Shares({ journey, lines, boxes, figures }: SharesProps) {
  const { f } = useI18n();
  const texts = useWrittenText();
  return lines.map((line) => {
    const [from, to] = [boxes.get(line.from), boxes.get(line.to)];
    const step = from?.place && stepAt(journey.steps, from.place);
    if (line.way === undefined || !from || !to || !step) {
      return null;
    }
    const share = sharesOf(step, figures).get(line.way);
    const x = line.lane ?? to.x + BOX.width / 2;
    const y = line.lane === undefined ? to.y - 10 : from.y + BOX.height + 38;
    const name = line.way === 'else' && goesOn(step) ? (kindOf(step) === 'webhook' ? 'accepted' : 'else') : line.way;
    return (
      <text key={`${line.from} ${line.way}`} className={css['share']} x={x} y={y} textAnchor="middle">
        {texts.way(name)}
        {share !== undefined && ` ${f.percent(share)}`}
      </text>
    );
  });
}

import { memo, useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../../../kit/controls/button.js';
import { join } from '../../../kit/layout/join.js';
import { useI18n } from '../../../i18n/i18n.js';
import { sharesOf, type Figures } from '../model/figures.js';
import { BOX, END, layOut, pathOf, START, type DrawnBox, type DrawnLine, type Positions } from '../model/lay-out.js';
import { goesOn, idOf, kindOf, stepAt, type WrittenJourney } from '../model/written-journey.js';
import { walkThrough, type Walk } from '../model/walk.js';
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
  /** The way of one person, marked in place of `way`. */
  walk?: Walk | undefined;
  figures: Figures;
  onChoose: (key: string) => void;
  /** A member put a step somewhere; undefined: they may not. */
  onMove: ((id: string, at: readonly [x: number, y: number]) => void) | undefined;
}

const ZOOM = { least: 0.25, most: 1.5, step: 0.25 };

/** The journey as a drawing that lays itself out. It is one stop of Tab: the arrows go from step to step. */
export function Canvas({ journey, positions, chosen, faulty, way, walk, figures, onChoose, onMove }: CanvasProps) {
  const messages = useEditorMessages();
  const drawing = useMemo(() => layOut(journey, positions), [journey, positions]);
  const walked = useMemo(() => walk && walkThrough(drawing, journey, walk), [drawing, journey, walk]);
  const marked = walked?.boxes ?? way;
  // The boxes keep one function, so that an edit of one step does not draw all of them.
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  const move = useCallback((id: string, at: readonly [x: number, y: number]) => latest.current?.(id, at), []);
  const sheet = useRef<SVGSVGElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const showWhole = (): void => {
    const width = view.current?.clientWidth ?? drawing.width;
    setZoom(Math.max(ZOOM.least, Math.min(1, width / drawing.width)));
  };
  // A wide drawing begins with its entry in sight.
  const middle = (drawing.boxes.find(({ key }) => key === START)?.x ?? 0) + BOX.width / 2;
  const firstMiddle = useRef(middle);
  useEffect(() => {
    if (view.current) {
      view.current.scrollLeft = firstMiddle.current - view.current.clientWidth / 2;
    }
  }, []);
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
    <>
      <div className={css['tools']}>
        <Button kind="quiet" isDisabled={zoom <= ZOOM.least} onPress={() => setZoom(stepZoom(zoom, -1))}>
          {messages.smaller}
        </Button>
        <Button kind="quiet" isDisabled={zoom >= ZOOM.most} onPress={() => setZoom(stepZoom(zoom, 1))}>
          {messages.larger}
        </Button>
        <Button kind="quiet" onPress={showWhole}>
          {messages.whole}
        </Button>
      </div>
      <div ref={view} className={css['window']}>
        {/* The boxes are buttons; the arrows go from one to the next. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <svg
          ref={sheet}
          className={css['sheet']}
          role="group"
          aria-label={messages.drawing}
          width={drawing.width * zoom}
          height={drawing.height * zoom}
          viewBox={`0 0 ${drawing.width} ${drawing.height}`}
          onKeyDown={turn}
        >
          {drawing.lines.map((line) => (
            <Line
              key={`${line.from} ${line.to} ${line.way}`}
              line={line}
              boxes={boxes}
              isTaken={walked?.lines.has(line) ?? false}
            />
          ))}
          <Shares journey={journey} lines={drawing.lines} boxes={boxes} figures={figures} times={walked?.times} />
          {drawing.boxes.map(({ key, place, x, y }) => {
            const step = place && stepAt(journey.steps, place);
            return (
              <Box
                key={key}
                id={key}
                x={x}
                y={y}
                step={step}
                entry={journey.entry}
                people={step && kindOf(step) !== 'goto' ? figures.get(idOf(step)) : undefined}
                isChosen={key === chosen}
                isFaulty={key === faulty}
                isOnWay={marked !== undefined && (key === START || marked.has(key))}
                isMovable={onMove !== undefined}
                zoom={zoom}
                onChoose={onChoose}
                onMove={move}
              />
            );
          })}
        </svg>
      </div>
    </>
  );
}

/** The next size in a direction, on the steps of the scale. */
function stepZoom(zoom: number, by: -1 | 1): number {
  const steps = by < 0 ? Math.ceil(zoom / ZOOM.step) : Math.floor(zoom / ZOOM.step);
  return Math.min(ZOOM.most, Math.max(ZOOM.least, (steps + by) * ZOOM.step));
}

interface LineProps {
  line: DrawnLine;
  boxes: ReadonlyMap<string, DrawnBox>;
  isTaken: boolean;
}

const Line = memo(({ line, boxes, isTaken }: LineProps) => {
  const [from, to] = [boxes.get(line.from), boxes.get(line.to)];
  return from && to ? (
    <path
      d={pathOf(from, to, line)}
      className={join(css['line'], line.isBack && css['back'], isTaken && css['taken'])}
    />
  ) : null;
});

interface SharesProps extends Pick<LineProps, 'boxes'>, Pick<CanvasProps, 'journey' | 'figures'> {
  lines: readonly DrawnLine[];
  /** When a person took a line. */
  times: ReadonlyMap<DrawnLine, string> | undefined;
}

/** The names of branches, with the share of people who took each; the time of one person is its tooltip. */
function Shares({ journey, lines, boxes, figures, times }: SharesProps) {
  const { f } = useI18n();
  const texts = useWrittenText();
  return lines.map((line) => {
    const [from, to] = [boxes.get(line.from), boxes.get(line.to)];
    const step = from?.place && stepAt(journey.steps, from.place);
    if (line.way === undefined || !from || !to || !step) {
      return null;
    }
    const at = times?.get(line);
    const share = times ? undefined : sharesOf(step, figures).get(line.way);
    const x = line.lane ?? to.x + BOX.width / 2;
    const y = line.lane === undefined ? to.y - 10 : from.y + BOX.height + 38;
    const name = line.way === 'else' && goesOn(step) ? (kindOf(step) === 'webhook' ? 'accepted' : 'else') : line.way;
    return (
      <text key={`${line.from} ${line.way}`} className={css['share']} x={x} y={y} textAnchor="middle">
        {texts.way(name)}
        {share !== undefined && ` ${f.percent(share)}`}
        {at !== undefined && <title>{f.moment(at)}</title>}
      </text>
    );
  });
}

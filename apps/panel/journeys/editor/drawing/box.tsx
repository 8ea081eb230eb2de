import { memo } from 'react';
import { join } from '../../../kit/layout/join.js';
import { useI18n } from '../../../i18n/i18n.js';
import { usePeriodMessages } from '../../period/messages.js';
import type { StepFigures } from '../model/figures.js';
import { BOX, END, START } from '../model/lay-out.js';
import { idOf, kindOf, type Fields, type WrittenStep } from '../model/written-journey.js';
import { useEditorMessages } from '../texts/messages.js';
import { useWrittenText } from '../texts/written-text.js';
import css from './canvas.module.css';
import { useDrag } from './use-drag.js';

/** Parts of a box. An edit changes those of a few boxes, so the others are not drawn again. */
interface BoxProps {
  id: string;
  x: number;
  y: number;
  /** Undefined: the entry, or the end. */
  step: WrittenStep | undefined;
  entry: Fields;
  people: StepFigures | undefined;
  isChosen: boolean;
  isFaulty: boolean;
  isOnWay: boolean;
  isMovable: boolean;
  /** Size of the drawing: 1 is its own. */
  zoom: number;
  onChoose: (key: string) => void;
  onMove: (id: string, at: readonly [x: number, y: number]) => void;
}

/** A step of the drawing, which can be chosen, and moved by a pointer. */
export const Box = memo((props: BoxProps) => {
  const { id, x, y, step, entry, people, isChosen, isFaulty, isOnWay, isMovable, zoom, onChoose, onMove } = props;
  const { f } = useI18n();
  const messages = useEditorMessages();
  const period = usePeriodMessages();
  const texts = useWrittenText();
  const isPlace = step !== undefined && kindOf(step) !== 'goto';
  const drag = useDrag([x, y], zoom, isPlace && isMovable ? (at) => onMove(idOf(step), at) : undefined);
  const place = { x: drag.at[0], y: drag.at[1], width: BOX.width, height: BOX.height };
  if (id === END) {
    return (
      <foreignObject {...place} className={css['place']}>
        <p className={join(css['box'], css['end'])}>{messages.end}</p>
      </foreignObject>
    );
  }
  return (
    <foreignObject {...place} className={css['place']}>
      <button
        type="button"
        data-box={id}
        data-passed={isOnWay ? '' : undefined}
        className={join(
          css['box'],
          step && css[kindOf(step)],
          isChosen && css['chosen'],
          isOnWay && css['way'],
          isFaulty && css['faulty'],
        )}
        tabIndex={isChosen ? 0 : -1}
        aria-pressed={isChosen}
        onClick={() => onChoose(id)}
        {...drag.props}
      >
        <strong className={css['name']}>{id === START ? messages.entry : step && texts.title(step)}</strong>
        <span className={css['text']}>{step ? texts.step(step) : texts.entry(entry)}</span>
        {people && (
          <span className={css['figures']}>
            {period.short(f.number(people.inside), f.number(people.passed), f.number(sumOf(people.left)))}
          </span>
        )}
      </button>
    </foreignObject>
  );
});

function sumOf(named: StepFigures['left']): number {
  return named.reduce((sum, { people }) => sum + people, 0);
}

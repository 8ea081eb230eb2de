import { memo } from 'react';
import { join } from '../../../kit/layout/join.js';
import { useI18n } from '../../../i18n/i18n.js';
import type { Figures } from '../model/figures.js';
import { BOX, END, START, type DrawnBox } from '../model/lay-out.js';
import { idOf, kindOf, stepAt, type WrittenJourney } from '../model/written-journey.js';
import { useEditorMessages } from '../texts/messages.js';
import { useWrittenText } from '../texts/written-text.js';
import css from './canvas.module.css';
import { useDrag } from './use-drag.js';

interface BoxProps {
  journey: WrittenJourney;
  figures: Figures;
  onChoose: (key: string) => void;
  onMove: ((id: string, at: readonly [x: number, y: number]) => void) | undefined;
  box: DrawnBox;
  isChosen: boolean;
  isFaulty: boolean;
  isOnWay: boolean;
}

/** A step of the drawing, which can be chosen, and moved by a pointer. */
export const Box = memo(({ box, journey, isChosen, isFaulty, isOnWay, figures, onChoose, onMove }: BoxProps) => {
  const { f } = useI18n();
  const messages = useEditorMessages();
  const texts = useWrittenText();
  const step = box.place && stepAt(journey.steps, box.place);
  const isMovable = step !== undefined && kindOf(step) !== 'goto';
  const drag = useDrag([box.x, box.y], isMovable && onMove ? (at) => onMove(idOf(step), at) : undefined);
  const place = { x: drag.at[0], y: drag.at[1], width: BOX.width, height: BOX.height };
  if (box.key === END) {
    return (
      <foreignObject {...place} className={css['place']}>
        <p className={join(css['box'], css['end'])}>{messages.end}</p>
      </foreignObject>
    );
  }
  const people = isMovable ? figures.get(idOf(step)) : undefined;
  return (
    <foreignObject {...place} className={css['place']}>
      <button
        type="button"
        data-box={box.key}
        className={join(
          css['box'],
          step && css[kindOf(step)],
          isChosen && css['chosen'],
          isOnWay && css['way'],
          isFaulty && css['faulty'],
        )}
        tabIndex={isChosen ? 0 : -1}
        aria-pressed={isChosen}
        onClick={() => onChoose(box.key)}
        {...drag.props}
      >
        <strong className={css['name']}>
          {box.key === START ? messages.entry : step && texts.title(step)}
          {people && people.inside > 0 && <span className={css['inside']}>{f.number(people.inside)}</span>}
        </strong>
        <span className={css['text']}>{step ? texts.step(step) : texts.entry(journey.entry)}</span>
        {people && (
          <span className="only-read">
            {' '}
            {messages.waiting(people.inside)}, {messages.passed(f.number(people.passed))}
          </span>
        )}
      </button>
    </foreignObject>
  );
});

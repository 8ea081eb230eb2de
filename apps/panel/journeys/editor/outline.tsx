import { memo } from 'react';
import { ChoiceButton } from '../../kit/controls/choices.js';
import { Card } from '../../kit/layout/card.js';
import { join } from '../../kit/layout/join.js';
import css from './look/editor.module.css';
import type { Figures } from './model/figures.js';
import { END, START } from './model/lay-out.js';
import { idOf, keyOf, kindOf, listPlaced, type WrittenJourney, type WrittenStep } from './model/written-journey.js';
import { useEditorMessages } from './texts/messages.js';
import { useWrittenText } from './texts/written-text.js';

interface OutlineProps {
  journey: WrittenJourney;
  chosen: string;
  /** Key of the step at fault. */
  faulty: string | undefined;
  figures: Figures;
  onChoose: (key: string) => void;
}

/** The drawing as a list: every step can be chosen here, and edited beside it. */
export function Outline({ journey, chosen, faulty, figures, onChoose }: OutlineProps) {
  const messages = useEditorMessages();
  const texts = useWrittenText();
  const entryText = texts.entry(journey.entry);
  return (
    <Card title={messages.outline} className={css['outline']}>
      <ol className={css['list']}>
        <li>
          <Item id={START} isChosen={chosen === START} isFaulty={faulty === START} onChoose={onChoose}>
            <strong>{messages.entry}</strong> {entryText}
          </Item>
        </li>
        {listPlaced(journey.steps).map(({ step, place, depth, way, isFirst }) => (
          <Step
            key={keyOf(place)}
            id={keyOf(place)}
            step={step}
            depth={depth}
            way={isFirst ? way : undefined}
            isChosen={keyOf(place) === chosen}
            isFaulty={keyOf(place) === faulty}
            inside={kindOf(step) === 'goto' ? 0 : (figures.get(idOf(step))?.inside ?? 0)}
            onChoose={onChoose}
          />
        ))}
      </ol>
    </Card>
  );
}

/** Indent of steps of branches. */
const DEPTHS = ['main', 'first', 'second', 'third'];

/** An edit changes the parts of a few steps, so the others are not drawn again. */
interface StepProps extends Pick<OutlineProps, 'onChoose'> {
  id: string;
  step: WrittenStep;
  depth: number;
  /** The branch that it begins. */
  way: string | undefined;
  isChosen: boolean;
  isFaulty: boolean;
  inside: number;
}

const Step = memo(({ id, step, depth, way, isChosen, isFaulty, inside, onChoose }: StepProps) => {
  const messages = useEditorMessages();
  const texts = useWrittenText();
  return (
    <li className={css[DEPTHS[depth] ?? 'deepest']}>
      {way !== undefined && <p className={css['way']}>{texts.way(way)}</p>}
      <Item id={id} isChosen={isChosen} isFaulty={isFaulty} onChoose={onChoose}>
        <strong>{texts.title(step)}</strong> {texts.step(step)}
        {inside > 0 && <span className={css['quiet']}> {messages.waiting(inside)}</span>}
        {isFaulty && <span className={css['fault']}> {messages.faulty}</span>}
      </Item>
    </li>
  );
});

interface ItemProps {
  id: string;
  isChosen: boolean;
  isFaulty: boolean;
  onChoose: (key: string) => void;
  children: React.ReactNode;
}

function Item({ id, isChosen, isFaulty, onChoose, children }: ItemProps) {
  return (
    <ChoiceButton
      className={join(css['item'], isChosen && css['chosen'], isFaulty && css['faulty'])}
      isChosen={isChosen}
      data-step={id === END ? undefined : id}
      onChoose={() => onChoose(id)}
    >
      {children}
    </ChoiceButton>
  );
}

import { Card } from '../../kit/layout/card.js';
import { join } from '../../kit/layout/join.js';
import css from './look/editor.module.css';
import type { Figures } from './model/figures.js';
import { END, START } from './model/lay-out.js';
import { idOf, keyOf, kindOf, listPlaced, type PlacedStep, type WrittenJourney } from './model/written-journey.js';
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

/** The same as the drawing, as a list: every step can be chosen here, and edited beside it. */
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
        {listPlaced(journey.steps).map((placed) => (
          <Step
            key={keyOf(placed.place)}
            placed={placed}
            isChosen={keyOf(placed.place) === chosen}
            isFaulty={keyOf(placed.place) === faulty}
            figures={figures}
            onChoose={onChoose}
          />
        ))}
      </ol>
    </Card>
  );
}

/** Indent of steps of branches. */
const DEPTHS = ['main', 'first', 'second', 'third'];

interface StepProps extends Pick<OutlineProps, 'figures' | 'onChoose'> {
  placed: PlacedStep;
  isChosen: boolean;
  isFaulty: boolean;
}

function Step({ placed: { step, place, depth, way, isFirst }, isChosen, isFaulty, figures, onChoose }: StepProps) {
  const messages = useEditorMessages();
  const texts = useWrittenText();
  const people = kindOf(step) === 'goto' ? undefined : figures.get(idOf(step));
  return (
    <li className={css[DEPTHS[depth] ?? 'deepest']}>
      {isFirst && way !== undefined && <p className={css['way']}>{texts.way(way)}</p>}
      <Item id={keyOf(place)} isChosen={isChosen} isFaulty={isFaulty} onChoose={onChoose}>
        <strong>{texts.title(step)}</strong> {texts.step(step)}
        {people && people.inside > 0 && <span className={css['quiet']}> {messages.waiting(people.inside)}</span>}
        {isFaulty && <span className={css['fault']}> {messages.faulty}</span>}
      </Item>
    </li>
  );
}

interface ItemProps {
  id: string;
  isChosen: boolean;
  isFaulty: boolean;
  onChoose: (key: string) => void;
  children: React.ReactNode;
}

function Item({ id, isChosen, isFaulty, onChoose, children }: ItemProps) {
  return (
    <button
      type="button"
      className={join(css['item'], isChosen && css['chosen'], isFaulty && css['faulty'])}
      aria-pressed={isChosen}
      data-step={id === END ? undefined : id}
      onClick={() => onChoose(id)}
    >
      {children}
    </button>
  );
}

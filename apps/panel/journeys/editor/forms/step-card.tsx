import { Button } from '../../../kit/controls/button.js';
import { Link } from '../../../kit/controls/link.js';
import { Menu } from '../../../kit/controls/menu.js';
import { Card } from '../../../kit/layout/card.js';
import { Facts } from '../../../kit/layout/facts.js';
import { useI18n } from '../../../i18n/i18n.js';
import { journeyPath } from '../../../navigation/journey-path.js';
import { useApplication } from '../../../session/application.js';
import {
  copyStep,
  insertStep,
  listTargets,
  moveStep,
  removeStep,
  replaceStep,
  shiftStep,
  stepsAt,
} from '../model/edits.js';
import type { Figures } from '../model/figures.js';
import { freshStep } from '../model/fresh-step.js';
import {
  idOf,
  type Kind,
  KINDS,
  keyOf,
  kindOf,
  type ListPlace,
  listIds,
  stepAt,
  type StepPlace,
  waysOf,
  type WrittenJourney,
  type WrittenStep,
} from '../model/written-journey.js';
import { LeftHere } from '../../period/left-here.js';
import { usePeriodMessages } from '../../period/messages.js';
import css from '../look/editor.module.css';
import { useEditorMessages } from '../texts/messages.js';
import { useWrittenText } from '../texts/written-text.js';
import { IdField, StepFields, type JourneyNames } from './step-fields.js';
import { JourneyWriting } from './journey-writing.js';

export interface StepCardProps {
  names: JourneyNames;
  journey: WrittenJourney;
  place: StepPlace;
  fault: string | undefined;
  figures: Figures;
  /** Id of the journey that is there; undefined: it is new. */
  id: string | undefined;
  /** @param chosen  the key of the step that is shown then */
  onChange: (journey: WrittenJourney, chosen?: string) => void;
}

/** One step: what it does, who is there, and where it stands. */
export function StepCard(props: StepCardProps) {
  const { names, journey, place, fault, figures, id } = props;
  const { f } = useI18n();
  const messages = useEditorMessages();
  const { left } = usePeriodMessages();
  const { app } = useApplication();
  const step = stepAt(journey.steps, place);
  if (step === undefined) {
    return null;
  }
  const people = kindOf(step) === 'goto' ? undefined : figures.get(idOf(step));
  const replace = (next: WrittenStep): void => props.onChange(replaceStep(journey, place, next));
  return (
    <Card title={messages.kinds[kindOf(step)]}>
      <div className={css['form']}>
        {fault !== undefined && (
          <p className={css['fault']} role="alert">
            {fault}
          </p>
        )}
        {people && (
          <Facts
            facts={[
              { name: messages.inside, value: f.number(people.inside) },
              { name: messages.passedHere, value: f.number(people.passed) },
              { name: left, value: <LeftHere left={people.left} /> },
            ]}
          />
        )}
        {people && id !== undefined && people.inside > 0 && (
          <Link href={journeyPath(app.key, { journey: id, step: idOf(step) })}>{messages.showPeople(idOf(step))}</Link>
        )}
        <JourneyWriting journey={journey} words={names.words}>
          <StepFields key={keyOf(place)} names={names} journey={journey} step={step} onChange={replace} />
        </JourneyWriting>
        <IdField step={step} onChange={replace} />
        <Places {...props} />
      </div>
    </Card>
  );
}

/** Adds steps at the one that is shown, and moves or removes it. */
function Places({ journey, place, onChange }: StepCardProps) {
  const messages = useEditorMessages();
  const texts = useWrittenText();
  const step = stepAt(journey.steps, place);
  const list = place.slice(0, -1);
  const index = Number(place.at(-1));
  if (step === undefined) {
    return null;
  }
  const isOpen = kindOf(step) !== 'goto' && kindOf(step) !== 'exit';
  const name = texts.title(step);
  const targets = listTargets(journey, place).filter(({ list: to }) => keyOf(to) !== keyOf(list));
  const add = (to: ListPlace, at: number) => (kind: Kind) =>
    onChange(insertStep(journey, to, at, freshStep(kind, listIds(journey))), keyOf([...to, at]));
  return (
    <>
      <div className={css['actions']}>
        {isOpen && <AddMenu label={messages.addAfter(name)} onAdd={add(list, index + 1)} />}
        {waysOf(step).map((way) => (
          <AddMenu
            key={way}
            label={messages.addTo(texts.way(way))}
            onAdd={add([...place, way], stepsAt(journey.steps, [...place, way]).length)}
          />
        ))}
      </div>
      <div className={css['actions']}>
        <Button
          isDisabled={index === 0}
          onPress={() => onChange(shiftStep(journey, place, -1), keyOf([...list, index - 1]))}
        >
          {messages.up}
        </Button>
        <Button
          isDisabled={index === stepsAt(journey.steps, list).length - 1}
          onPress={() => onChange(shiftStep(journey, place, 1), keyOf([...list, index + 1]))}
        >
          {messages.down}
        </Button>
        {targets.length > 0 && (
          <Menu
            label={messages.moveTo}
            trigger={messages.moveTo}
            groups={[
              {
                entries: targets.map(({ list: to, owner, way }) => {
                  const text = owner === undefined ? messages.mainLine : `${texts.title(owner)}: ${texts.way(way)}`;
                  return { id: keyOf(to), name: text, text };
                }),
                onChoose: (key) => {
                  const target = targets.find(({ list: to }) => keyOf(to) === key);
                  if (target) {
                    onChange(moveStep(journey, place, target.list), 'start');
                  }
                },
              },
            ]}
          />
        )}
        <Button onPress={() => onChange(copyStep(journey, place), keyOf([...list, index + 1]))}>{messages.copy}</Button>
        <Button kind="danger" onPress={() => onChange(removeStep(journey, place), 'start')}>
          {messages.remove}
        </Button>
      </div>
    </>
  );
}

/** Offers the kinds of steps. */
export function AddMenu({ label, onAdd }: { label: string; onAdd: (kind: Kind) => void }) {
  const messages = useEditorMessages();
  return (
    <Menu
      label={label}
      trigger={label}
      groups={[
        {
          entries: KINDS.map((kind) => ({ id: kind, name: messages.kinds[kind], text: messages.kinds[kind] })),
          onChoose: (id) => onAdd(KINDS.find((kind) => kind === id) ?? 'send'),
        },
      ]}
    />
  );
}

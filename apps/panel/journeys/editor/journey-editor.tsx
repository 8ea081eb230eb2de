import { useCallback, useRef, useState, type ReactNode } from 'react';
import type { Journey } from '../../api/journeys.js';
import type { SectionText } from '../../api/setup/sections.js';
import { useHistory } from '../../composer/editing/use-history.js';
import { Button } from '../../kit/controls/button.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { Screen, Stack } from '../../kit/layout/screen.js';
import { journeyPath } from '../../navigation/journey-path.js';
import { useApplication } from '../../session/application.js';
import { useSettled } from '../../widgets/use-settled.js';
import { PeriodChoice } from '../period/period-choice.js';
import type { Period } from '../period/period.js';
import { useFigures } from '../period/use-figures.js';
import { Canvas } from './drawing/canvas.js';
import css from './look/editor.module.css';
import { EntryCard } from './forms/entry-card.js';
import { AddMenu, StepCard } from './forms/step-card.js';
import type { JourneyNames } from './forms/step-fields.js';
import type { JourneyForm } from './journey-form.js';
import { useEditorMessages } from './texts/messages.js';
import { insertStep } from './model/edits.js';
import { freshStep } from './model/fresh-step.js';
import { START } from './model/lay-out.js';
import { keyOf, listIds, listPlaced, type WrittenJourney } from './model/written-journey.js';
import { Outline } from './outline.js';
import { SaveDialog } from './save-dialog.js';
import { useCheck } from './use-check.js';
import { HandWalkCard } from './walk/hand-walk-card.js';
import { useHandWalk } from './walk/use-hand-walk.js';

/** Widths at which the form stands below the drawing. */
const NARROW = '(max-width: 1099px)';
/** Text that is typed without a pause is one step back. */
const PAUSE_MS = 400;

interface JourneyEditorProps {
  stored: SectionText;
  names: JourneyNames;
  form: JourneyForm;
  /** The journey that is there, with its people; undefined: it is new. */
  journey: Journey | undefined;
  /** State of the draft. */
  notice: ReactNode;
  onChange: (form: JourneyForm) => void;
  onDiscard: () => void;
  /** Ends the draft with what it is applied by. */
  save: (apply: () => Promise<void>) => Promise<void>;
  onSaved: () => void;
}

/** The drawing, the outline that is the same thing, and the form of what is chosen in either. */
export function JourneyEditor(props: JourneyEditorProps) {
  const { stored, names, form, journey: running, notice, onChange } = props;
  const messages = useEditorMessages();
  const { app } = useApplication();
  const [chosen, setChosen] = useState(START);
  const parts = useRef<HTMLDivElement>(null);
  // The outline draws its steps again where this changes.
  const chooseInOutline = useCallback((key: string): void => {
    setChosen(key);
    if (globalThis.matchMedia(NARROW).matches) {
      requestAnimationFrame(() => parts.current?.scrollIntoView());
    }
  }, []);
  const { undo, redo } = useHistory(form, useSettled(form, PAUSE_MS), onChange);
  const check = useCheck(stored, form);
  const [period, setPeriod] = useState<Period>('all');
  const figures = useFigures(running, period);
  const { journey } = form;
  const byHand = useHandWalk(journey);
  const placed = listPlaced(journey.steps).find(({ place }) => keyOf(place) === chosen);
  const at = placed === undefined ? START : chosen;
  const faulty = check.fault && (check.fault.step ? keyOf(check.fault.step) : START);
  const change = (next: WrittenJourney, choice?: string): void => {
    onChange({ ...form, name: form.subject || next.name, journey: next });
    if (choice !== undefined) {
      setChosen(choice);
    }
  };
  const fault = faulty === at ? check.fault?.text : undefined;
  const shared = { journey, chosen: at, faulty, figures, onChoose: setChosen };
  return (
    <Screen
      title={journey.name || messages.newJourney}
      trail={<Link href={journeyPath(app.key, { journey: running?.id })}>{running?.name ?? messages.journeys}</Link>}
      subtitle={<State check={check.state} fault={check.fault?.text} />}
      actions={
        <>
          <Button isDisabled={undo === undefined} onPress={() => undo?.()}>
            {messages.undo}
          </Button>
          <Button isDisabled={redo === undefined} onPress={() => redo?.()}>
            {messages.redo}
          </Button>
          <Button onPress={props.onDiscard}>{messages.discard}</Button>
          <SaveDialog
            stored={stored}
            form={form}
            journey={running}
            onChange={onChange}
            save={props.save}
            onSaved={props.onSaved}
          />
        </>
      }
    >
      {notice}
      {running && <PeriodChoice value={period} onChange={setPeriod} />}
      <div className={css['parts']}>
        <Outline {...shared} onChoose={chooseInOutline} />
        <Card title={messages.drawing} className={css['drawing']} isFlush>
          <Canvas
            {...shared}
            positions={form.positions}
            walk={byHand.drawn}
            onMove={(id, to) => onChange({ ...form, positions: { ...form.positions, [id]: to } })}
          />
          {Object.keys(form.positions).length > 0 && (
            <p className={css['actions']}>
              <Button kind="quiet" onPress={() => onChange({ ...form, positions: {} })}>
                {messages.layOut}
              </Button>
            </p>
          )}
        </Card>
        <div ref={parts} className={css['reached']}>
          <Stack>
            {placed === undefined ? (
              <>
                <EntryCard
                  key={form.key}
                  words={names.words}
                  journey={journey}
                  isNew={form.base === null}
                  fault={fault}
                  onChange={change}
                />
                <Card>
                  <AddMenu
                    label={messages.addFirst}
                    onAdd={(kind) => change(insertStep(journey, [], 0, freshStep(kind, listIds(journey))), '0')}
                  />
                </Card>
              </>
            ) : (
              <StepCard
                names={names}
                journey={journey}
                place={placed.place}
                fault={fault}
                figures={figures}
                id={running?.id}
                onChange={change}
              />
            )}
            <HandWalkCard words={names.words} journey={journey} by={byHand} />
          </Stack>
        </div>
      </div>
    </Screen>
  );
}

/** The opinion of the server. */
function State({ check, fault }: { check: ReturnType<typeof useCheck>['state']; fault: string | undefined }) {
  const messages = useEditorMessages();
  return (
    <span role="status" className={fault === undefined ? css['quiet'] : css['fault']}>
      {messages.checks[check]}
      {fault !== undefined && ` ${fault}`}
    </span>
  );
}

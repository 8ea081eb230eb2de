import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { journeysKey, type Journey } from '../../api/journeys.js';
import { Refusal } from '../../api/refusals/refusal.js';
import { readSection, sectionText, type SectionReview, type SectionText } from '../../api/setup/sections.js';
import { Button } from '../../kit/controls/button.js';
import { Chips } from '../../kit/controls/chips.js';
import { Dialog, DialogActions } from '../../kit/controls/dialog.js';
import { Select } from '../../kit/controls/select.js';
import { useToast } from '../../kit/states/toast.js';
import { refusalText } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { DifferenceList } from './difference-list.js';
import css from './look/editor.module.css';
import type { JourneyForm } from './journey-form.js';
import { useEditorMessages } from './texts/messages.js';
import { differenceOf, strandedBy, successorOf, type JourneyDifference } from './model/difference.js';
import { figuresOf } from './model/figures.js';
import { listIds } from './model/written-journey.js';
import { placeDrawn, reviewJourney, saveJourney } from './save-journey.js';
import { JourneyConflict, type Moved } from './section-text.js';

/** Name of a change that waits, in the review. */
const REQUEST = 'request for an approval';

interface SaveProps {
  stored: SectionText;
  form: JourneyForm;
  journey: Journey | undefined;
  onChange: (form: JourneyForm) => void;
  save: (apply: () => Promise<void>) => Promise<void>;
  onSaved: () => void;
}

/** Asks before an edit becomes a version: what changes, in steps and in people, and what becomes of who is inside. */
export function SaveDialog(props: SaveProps) {
  const messages = useEditorMessages();
  return (
    <Dialog
      title={messages.saveTitle(props.form.journey.name)}
      trigger={<Button kind="primary">{messages.save}</Button>}
    >
      {(close) => <Save {...props} onClose={close} />}
    </Dialog>
  );
}

function Save({
  stored,
  form,
  journey: running,
  onChange,
  save: end,
  onSaved,
  onClose,
}: SaveProps & { onClose: () => void }) {
  const { w, f } = useI18n();
  const messages = useEditorMessages();
  const { app, may } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const inside = new Map([...figuresOf(running)].map(([id, people]) => [id, people.inside]));
  const difference = form.base && differenceOf(form.base, form.journey, inside);
  const stranded = difference ? strandedBy(difference) : [];
  const [isMoving, setMoving] = useState(false);
  const [targets, setTargets] = useState<Readonly<Record<string, string>>>({});
  const [isOn, setOn] = useState(false);
  const people = running?.inside ?? 0;
  const targetOf = (id: string): string =>
    targets[id] ?? (form.base && successorOf(form.base, form.journey, id)) ?? 'exit';
  const moved: Moved = isMoving ? Object.fromEntries(stranded.map(({ id }) => [id, targetOf(id)])) : undefined;
  const edited = isOn ? { ...form, journey: { ...form.journey, state: 'on' } } : form;
  const review = useQuery({
    queryKey: [app.key, 'journey review', stored.base, JSON.stringify([edited.journey, moved])],
    queryFn: () => reviewJourney(app.key, stored.value, edited, moved),
    retry: false,
    gcTime: 0,
  });
  const isWaiting = waitsForApproval(review.data);
  const save = useMutation({
    mutationFn: async () => {
      let saved: SectionReview | undefined;
      await end(async () => {
        saved = await saveJourney(app.key, await readSection(app.key, 'journeys'), edited, moved);
        await placeDrawn(app.key, edited);
      });
      return saved;
    },
    onSuccess: (saved) => {
      notify(waitsForApproval(saved) ? messages.waits : isOn ? messages.savedOn : messages.saved);
      void client.invalidateQueries({ queryKey: journeysKey(app.key) });
      void client.invalidateQueries({ queryKey: sectionText(app.key, 'journeys').queryKey });
      onClose();
      onSaved();
    },
  });
  const conflict = save.error instanceof JourneyConflict ? save.error : undefined;
  const error = save.error ?? review.error;
  const fault =
    error && !conflict
      ? refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault)
      : undefined;
  return (
    <div className={css['form']}>
      {difference ? <DifferenceList difference={difference} /> : <p>{messages.becomesNew}</p>}
      {people > 0 && (
        <>
          <Chips
            label={messages.fate}
            value={isMoving ? 'move' : 'stay'}
            options={[
              ['stay', messages.stay(people)],
              ['move', messages.move(people)],
            ]}
            onChange={(fate) => setMoving(fate === 'move')}
          />
          {isMoving &&
            stranded.map(({ id, people: waiting }) => (
              <Select
                key={id}
                label={messages.goesTo(f.number(waiting), id)}
                value={targetOf(id)}
                options={[['exit', messages.leaves], ...listIds(form.journey).map((to) => [to, to] as const)]}
                onChange={(to) => setTargets({ ...targets, [id]: to })}
              />
            ))}
        </>
      )}
      {form.base === null && may('campaigns.send') && (
        <Chips
          label={messages.afterSave}
          value={isOn ? 'on' : 'off'}
          options={[
            ['off', messages.staysOff],
            ['on', messages.switchOn],
          ]}
          onChange={(state) => setOn(state === 'on')}
        />
      )}
      {isWaiting ? <p>{messages.waits}</p> : isOn && <p>{messages.onHelp}</p>}
      {conflict && <Conflict form={form} conflict={conflict} onChange={onChange} onClose={onClose} />}
      {fault !== undefined && (
        <p className={css['fault']} role="alert">
          {fault}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button
          kind="primary"
          isPending={save.isPending}
          isDisabled={review.error !== null || conflict !== undefined}
          onPress={() => save.mutate()}
        >
          {isOn ? messages.saveOn : messages.saveNow}
        </Button>
      </DialogActions>
    </div>
  );
}

function waitsForApproval(review: SectionReview | undefined): boolean {
  return review?.differences.some(({ subject }) => subject.endsWith(REQUEST)) ?? false;
}

interface ConflictProps extends Pick<SaveProps, 'form' | 'onChange'> {
  conflict: JourneyConflict;
  onClose: () => void;
}

/** Another member saved the journey: the difference to it is shown, and nothing is lost by either choice. */
function Conflict({ form, conflict: { theirs }, onChange, onClose }: ConflictProps) {
  const messages = useEditorMessages();
  const difference: JourneyDifference | undefined = theirs && differenceOf(theirs, form.journey, new Map());
  const go = (next: JourneyForm): void => {
    onChange(next);
    onClose();
  };
  return (
    <div className={css['group']} role="alert">
      <p>{theirs === undefined ? messages.gone : messages.conflict}</p>
      {difference && <DifferenceList difference={difference} />}
      <p className={css['actions']}>
        {theirs ? (
          <>
            <Button onPress={() => go({ ...form, base: theirs })}>{messages.keepMine}</Button>
            <Button onPress={() => go({ ...form, base: theirs, journey: theirs })}>{messages.takeTheirs}</Button>
          </>
        ) : (
          <Button onPress={() => go({ ...form, base: null, subject: '' })}>{messages.saveAsNew}</Button>
        )}
      </p>
    </div>
  );
}

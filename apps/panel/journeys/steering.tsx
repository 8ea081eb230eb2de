import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { journey as journeyOf, journeysKey, steerJourney, type Journey, type JourneyAction } from '../api/journeys.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Field } from '../kit/controls/field.js';
import { Icon } from '../kit/layout/icon.js';
import { useToast } from '../kit/states/toast.js';
import { useChange } from '../loading/use-change.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './journeys.module.css';
import { useJourneyMessages } from './messages.js';

/** From here on a slip costs too much: the name is typed. */
const NAME_FROM = 1000;

/** Changes of each state, the primary one last. */
const ACTIONS: Readonly<Record<Journey['state'], readonly JourneyAction[]>> = {
  on: ['stop', 'drain', 'pause'],
  paused: ['stop', 'drain', 'resume'],
  closed: ['stop', 'pause', 'resume'],
  off: ['resume'],
};

/** Each change first says how many people are inside, and what becomes of them. */
export function Steering({ journey }: { journey: Journey }) {
  const { may } = useApplication();
  const { state } = journey;
  const renewal: JourneyAction[] = state === 'on' && journey.changedTexts.length > 0 ? ['resume'] : [];
  const actions = [...ACTIONS[state], ...renewal].filter(
    (action) => action !== 'resume' || state === 'paused' || may('campaigns.send'),
  );
  return actions.map((action, index) => (
    <ChangeDialog key={action} journey={journey} action={action} isPrimary={index === actions.length - 1} />
  ));
}

interface ChangeProps {
  journey: Journey;
  action: JourneyAction;
}

function ChangeDialog({ journey, action, isPrimary }: ChangeProps & { isPrimary: boolean }) {
  const messages = useJourneyMessages();
  const isStart = action === 'resume' && journey.state !== 'paused';
  const name = isStart ? (journey.state === 'on' ? messages.renew : messages.start) : messages[action];
  return (
    <Dialog
      title={`${name}: ${journey.name}`}
      role={action === 'stop' ? 'alertdialog' : 'dialog'}
      trigger={
        <Button kind={isPrimary && action !== 'stop' ? 'primary' : 'plain'}>
          {action === 'pause' && <Icon name="pause" />}
          {name}
        </Button>
      }
    >
      {(close) => <Change journey={journey} action={action} name={name} onClose={close} />}
    </Dialog>
  );
}

function Change({ journey: shown, action, name, onClose }: ChangeProps & { name: string; onClose: () => void }) {
  const { w, f } = useI18n();
  const messages = useJourneyMessages();
  const { app } = useApplication();
  const notify = useToast();
  const [typed, setTyped] = useState('');
  const { data: journey = shown } = useQuery({ ...journeyOf(app.key, shown.id), refetchOnMount: 'always' });
  const { run, isPending, fault } = useChange(
    () => steerJourney(app.key, shown.id, action, shown.state),
    [journeysKey(app.key)],
    (waits) => {
      notify(waits ? messages.waits : messages.done[action]);
      onClose();
    },
  );
  const { inside } = journey;
  const isStop = action === 'stop';
  const needsName = isStop && inside > NAME_FROM;
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      {consequencesOf(action, shown.state, inside, messages).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {needsName && <Field label={messages.stopName(shown.name)} value={typed} onChange={setTyped} />}
      {fault !== undefined && (
        <p className={css['fault']} role="alert">
          {fault}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button
          kind={isStop ? 'danger' : 'primary'}
          type="submit"
          isPending={isPending}
          isDisabled={needsName && typed.trim() !== shown.name}
        >
          {isStop ? messages.stopNow(f.number(inside)) : name}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Sentences about the people inside after a change. */
function consequencesOf(
  action: JourneyAction,
  state: Journey['state'],
  inside: number,
  messages: ReturnType<typeof useJourneyMessages>,
): string[] {
  switch (action) {
    case 'pause':
      return [messages.pauseAsk(inside), messages.pauseThen];
    case 'drain':
      return [messages.drainAsk(inside)];
    case 'stop':
      return [messages.stopAsk(inside), messages.stopThen];
    case 'resume':
      return [
        {
          on: messages.renewAsk,
          paused: messages.resumeAsk(inside),
          closed: messages.openAsk(inside),
          off: messages.startAsk,
        }[state],
      ];
  }
}

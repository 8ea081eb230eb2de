import { useState } from 'react';
import { Button } from '../../kit/controls/button.js';
import { DialogActions } from '../../kit/controls/dialog.js';
import { Field } from '../../kit/controls/field.js';
import type { Campaign } from '../../api/types.js';
import { isAhead } from '../scheduled/beginning.js';
import { useScheduledMessages } from '../scheduled/messages.js';
import { useForecast } from '../scheduled/use-forecast.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../look/page.module.css';
import { useCampaignMessages } from './messages.js';

/** From here on a slip costs too much: the name is typed. */
const NAME_FROM = 1000;

interface StopFormProps {
  campaign: Campaign;
  onClose: () => void;
  onStop: () => Promise<void>;
}

/** Says how many will not get it, and asks for the name where they are many. */
export function StopForm({ campaign, onClose, onStop }: StopFormProps) {
  const { w, f } = useI18n();
  const messages = useCampaignMessages();
  const scheduled = useScheduledMessages();
  const ahead = isAhead(campaign);
  const { check } = useForecast(campaign);
  const name = campaign.name ?? campaign.key;
  const waiting = ahead ? (check?.planned ?? 0) : campaign.waiting + campaign.inDoubt;
  const [text, setText] = useState('');
  const [isPending, setIsPending] = useState(false);
  const needsName = waiting > NAME_FROM;
  const consequence = !ahead
    ? campaign.sent > 0
      ? scheduled.stopSent(w.people(campaign.sent), w.people(waiting))
      : messages.stopAsk(w.people(waiting))
    : check
      ? scheduled.stopWould(w.people(waiting), f.clock(check.endedAt ?? campaign.asOf))
      : scheduled.stopUncounted;
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        setIsPending(true);
        void onStop().finally(() => setIsPending(false));
      }}
    >
      <p>{consequence}</p>
      {needsName && <Field label={messages.stopName(name)} value={text} onChange={setText} />}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="danger" type="submit" isPending={isPending} isDisabled={needsName && text.trim() !== name}>
          {ahead ? scheduled.stopNow : messages.stopNow(f.number(waiting))}
        </Button>
      </DialogActions>
    </form>
  );
}

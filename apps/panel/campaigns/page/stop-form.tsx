import { useState } from 'react';
import { Button } from '../../kit/controls/button.js';
import { DialogActions } from '../../kit/controls/dialog.js';
import { Field } from '../../kit/controls/field.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './page.module.css';
import { useCampaignMessages } from './messages.js';

/** From here on a slip costs too much: the name is typed. */
const NAME_FROM = 1000;

interface StopFormProps {
  name: string;
  waiting: number;
  onClose: () => void;
  onStop: () => Promise<void>;
}

/** Says who will not get it, and asks for the name where they are many. */
export function StopForm({ name, waiting, onClose, onStop }: StopFormProps) {
  const { w, f } = useI18n();
  const messages = useCampaignMessages();
  const [text, setText] = useState('');
  const [isPending, setIsPending] = useState(false);
  const needsName = waiting > NAME_FROM;
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        setIsPending(true);
        void onStop().finally(() => setIsPending(false));
      }}
    >
      <p>{messages.stopAsk(w.people(waiting))}</p>
      {needsName && <Field label={messages.stopName(name)} value={text} onChange={setText} />}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="danger" type="submit" isPending={isPending} isDisabled={needsName && text.trim() !== name}>
          {messages.stopNow(f.number(waiting))}
        </Button>
      </DialogActions>
    </form>
  );
}

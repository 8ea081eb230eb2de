import { useState } from 'react';
import type { Speed } from '../../api/commands.js';
import { Button } from '../../kit/controls/button.js';
import { DialogActions } from '../../kit/controls/dialog.js';
import { Field } from '../../kit/controls/field.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../look/page.module.css';
import { useCampaignMessages } from './messages.js';

interface SpeedFormProps {
  onClose: () => void;
  onApply: (speed: Speed) => Promise<void>;
}

const SECONDS = 60;

/** Packages of so many recipients, one after so many minutes. Both empty: no bound of the campaign's own. */
export function SpeedForm({ onClose, onApply }: SpeedFormProps) {
  const { w } = useI18n();
  const messages = useCampaignMessages();
  const [size, setSize] = useState('');
  const [pause, setPause] = useState('');
  const [isPending, setIsPending] = useState(false);
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        setIsPending(true);
        void onApply({
          ...(size !== '' && { size: Number(size) }),
          ...(pause !== '' && { intervalSeconds: Number(pause) * SECONDS }),
        }).finally(() => setIsPending(false));
      }}
    >
      <Field
        label={messages.perInterval}
        value={size}
        onChange={(text) => setSize(digitsOf(text))}
        inputMode="numeric"
      />
      <Field
        label={messages.interval}
        value={pause}
        onChange={(text) => setPause(digitsOf(text))}
        inputMode="numeric"
        help={messages.speedHelp}
      />
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="primary" type="submit" isPending={isPending}>
          {messages.speedApply}
        </Button>
      </DialogActions>
    </form>
  );
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

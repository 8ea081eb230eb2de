import { Button } from '../kit/controls/button.js';
import { DialogActions } from '../kit/controls/dialog.js';
import { Code } from '../kit/layout/code.js';
import { useToast } from '../kit/states/toast.js';
import { useI18n } from '../i18n/i18n.js';
import css from './keys.module.css';
import { useKeyMessages } from './messages.js';

/** A secret, shown once. */
export function SecretShown({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { w } = useI18n();
  const messages = useKeyMessages();
  const notify = useToast();
  return (
    <div className={css['form']}>
      <Code label={messages.secret} value={secret} />
      <p className={css['quiet']}>{messages.secretHelp}</p>
      <DialogActions>
        <Button onPress={() => void navigator.clipboard?.writeText(secret).then(() => notify(messages.copied))}>
          {w.copy}
        </Button>
        <Button kind="primary" onPress={onClose}>
          {messages.done}
        </Button>
      </DialogActions>
    </div>
  );
}

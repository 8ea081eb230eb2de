import type { KeySecret } from '../api/setup/keys.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { useI18n } from '../i18n/i18n.js';
import css from './keys.module.css';
import { SecretShown } from './secret-shown.js';
import { useKeyChange } from './use-key-change.js';

interface AskDialogProps {
  /** The label of the button that acts. */
  name: string;
  title: string;
  text: string;
  /** It cannot be undone. */
  isFinal?: boolean;
  /** A secret that it gives is shown. */
  act: () => Promise<KeySecret | void>;
}

/** A question before something is done to a key. */
export function AskDialog({ name, title, isFinal = false, ...rest }: AskDialogProps) {
  return (
    <Dialog
      title={title}
      role={isFinal ? 'alertdialog' : 'dialog'}
      trigger={
        <Button kind="quiet" label={title}>
          {name}
        </Button>
      }
    >
      {(close) => <Question name={name} isFinal={isFinal} onClose={close} {...rest} />}
    </Dialog>
  );
}

function Question({ name, text, isFinal, act, onClose }: Omit<AskDialogProps, 'title'> & { onClose: () => void }) {
  const { w } = useI18n();
  const { run, fault, isPending, secret } = useKeyChange(act, onClose);
  if (secret) {
    return <SecretShown secret={secret} onClose={onClose} />;
  }
  return (
    <div className={css['form']}>
      <p>{text}</p>
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind={isFinal === true ? 'danger' : 'primary'} isPending={isPending} onPress={run}>
          {name}
        </Button>
      </DialogActions>
    </div>
  );
}

import { Button } from '../../kit/controls/button.js';
import { DialogActions } from '../../kit/controls/dialog.js';
import { Field } from '../../kit/controls/field.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './filing.module.css';

interface NameFormProps {
  label: string;
  help?: string;
  action: string;
  value: string;
  onChange: (value: string) => void;
  /** An empty name is a choice too. */
  mayBeEmpty?: boolean;
  isPending: boolean;
  fault?: string | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for one short text, such as the name of a folder. */
export function NameForm({
  label,
  help,
  action,
  value,
  onChange,
  mayBeEmpty = false,
  isPending,
  fault,
  onClose,
  onDone,
}: NameFormProps) {
  const { w } = useI18n();
  const isMissing = !mayBeEmpty && value.trim() === '';
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing) {
          onDone();
        }
      }}
    >
      <Field label={label} value={value} onChange={onChange} {...(help !== undefined && { help })} fault={fault} />
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="primary" type="submit" isPending={isPending} isDisabled={isMissing}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}

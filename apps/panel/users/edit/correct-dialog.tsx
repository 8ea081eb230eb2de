import { useState } from 'react';
import { correctAddress } from '../../api/people.js';
import type { UserHead } from '../../api/types.js';
import { Button } from '../../kit/controls/button.js';
import { Dialog, DialogActions } from '../../kit/controls/dialog.js';
import { Field } from '../../kit/controls/field.js';
import { useToast } from '../../kit/states/toast.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './edit.module.css';
import { useAddressMessages } from './address-messages.js';
import { usePersonChange } from './use-person-change.js';

export type AddressCode = 'email' | 'msisdn';

interface CorrectProps {
  user: UserHead;
  code: AddressCode;
  /** The present address, possibly masked; null: there is none. */
  present: string | null;
}

/** Corrects an e-mail address or number. Consent stays with the person. */
export function CorrectDialog(props: CorrectProps) {
  const messages = useAddressMessages();
  const { code, present } = props;
  const title = (present === null ? messages.addOf : messages.correctOf)(messages.names[code]);
  return (
    <Dialog
      title={title}
      trigger={
        <Button kind="quiet" label={title}>
          {present === null ? messages.add : messages.correct}
        </Button>
      }
    >
      {(close) => <Correct {...props} onClose={close} />}
    </Dialog>
  );
}

function Correct({ user, code, present, onClose }: CorrectProps & { onClose: () => void }) {
  const { w } = useI18n();
  const messages = useAddressMessages();
  const { app } = useApplication();
  const notify = useToast();
  const [text, setText] = useState('');
  const { run, fault, isPending } = usePersonChange(user, {
    change: () => correctAddress(app.key, user.uid, code, text.trim()),
    onDone: () => {
      notify(messages.corrected);
      onClose();
    },
  });
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Field
        // The dialog asks for nothing else.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        label={messages.news[code]}
        help={present === null ? messages.help[code] : `${messages.before(present)} ${messages.help[code]}`}
        fault={fault}
        inputMode={code === 'email' ? 'email' : 'tel'}
        value={text}
        onChange={setText}
      />
      <p className={css['help']}>{messages.consentStays}</p>
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="primary" type="submit" isDisabled={text.trim() === ''} isPending={isPending}>
          {messages.save}
        </Button>
      </DialogActions>
    </form>
  );
}

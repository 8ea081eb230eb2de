import { useState } from 'react';
import {
  addSuppressions,
  type NewSuppressions,
  type SuppressionChannel,
  type SuppressionReason,
} from '../api/users/suppressions.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Field, TextArea } from '../kit/controls/field.js';
import { Select } from '../kit/controls/select.js';
import { useToast } from '../kit/states/toast.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './suppressions.module.css';
import { useListChange } from './use-list-change.js';
import { useSuppressionMessages } from './messages.js';

const MAX_ADDRESSES = 100;

/** Adds addresses of a channel, with a reason in words. */
export function AddDialog({ channel }: { channel: SuppressionChannel }) {
  const messages = useSuppressionMessages();
  return (
    <Dialog title={messages.add} trigger={<Button kind="primary">{messages.add}</Button>}>
      {(close) => <Add channel={channel} onClose={close} />}
    </Dialog>
  );
}

function Add({ channel, onClose }: { channel: SuppressionChannel; onClose: () => void }) {
  const { w } = useI18n();
  const messages = useSuppressionMessages();
  const { app } = useApplication();
  const notify = useToast();
  const [text, setText] = useState('');
  const [reason, setReason] = useState<SuppressionReason>('UNSUBSCRIBED');
  const [why, setWhy] = useState('');
  const addresses = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const { run, fault, isPending } = useListChange(
    () => addSuppressions(app.key, { channel, addresses, reason, words: why.trim() } satisfies NewSuppressions),
    ({ added }) => {
      notify(messages.added(added));
      onClose();
    },
  );
  const isReady = addresses.length > 0 && addresses.length <= MAX_ADDRESSES && why.trim() !== '';
  const reasons = Object.entries(messages.reasons) as [SuppressionReason, string][];
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <p>{messages.channels[channel]}</p>
      <TextArea label={messages.addresses} help={messages.addressesHelp} rows={4} value={text} onChange={setText} />
      <Select
        label={messages.reason}
        value={reason}
        options={reasons}
        onChange={(id) => setReason(reasons.find(([known]) => known === id)?.[0] ?? reason)}
      />
      <Field label={messages.why} help={messages.whyHelp} value={why} onChange={setWhy} />
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="primary" type="submit" isPending={isPending} isDisabled={!isReady}>
          {messages.add}
        </Button>
      </DialogActions>
    </form>
  );
}

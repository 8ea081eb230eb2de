import { useState } from 'react';
import { releaseSuppression, type Suppression, type SuppressionChannel } from '../api/users/suppressions.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Field } from '../kit/controls/field.js';
import { useToast } from '../kit/states/toast.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './suppressions.module.css';
import { useListChange } from './use-list-change.js';
import { useSuppressionMessages } from './messages.js';

/** Reasons that a person gave. */
const REFUSALS: ReadonlySet<string> = new Set(['COMPLAINT', 'STOP', 'UNSUBSCRIBED']);

interface ReleaseProps {
  channel: SuppressionChannel;
  item: Suppression;
}

/** Takes an entry out of the list, with a reason in words. */
export function ReleaseDialog({ channel, item }: ReleaseProps) {
  const messages = useSuppressionMessages();
  const title = messages.releaseOf(
    item.address ?? item.hint ?? (item.forgotten ? messages.forgotten : messages.hidden),
  );
  return (
    <Dialog
      title={title}
      trigger={
        <Button kind="quiet" label={title}>
          {messages.release}
        </Button>
      }
    >
      {(close) => <Release channel={channel} item={item} onClose={close} />}
    </Dialog>
  );
}

function Release({ channel, item: { id, reason }, onClose }: ReleaseProps & { onClose: () => void }) {
  const { w } = useI18n();
  const messages = useSuppressionMessages();
  const { app } = useApplication();
  const notify = useToast();
  const [why, setWhy] = useState('');
  const { run, fault, isPending } = useListChange(
    () => releaseSuppression(app.key, channel, id, why.trim()),
    () => {
      notify(messages.released);
      onClose();
    },
  );
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <p>{messages.releaseHelp}</p>
      {REFUSALS.has(reason) && <p>{messages.refusal}</p>}
      <Field label={messages.why} help={messages.logged} value={why} onChange={setWhy} />
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="primary" type="submit" isPending={isPending} isDisabled={why.trim() === ''}>
          {messages.release}
        </Button>
      </DialogActions>
    </form>
  );
}

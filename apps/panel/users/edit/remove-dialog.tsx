import { useState } from 'react';
import { deleteUser, eraseUser, type Erasure } from '../../api/people.js';
import type { UserHead } from '../../api/types.js';
import { Button } from '../../kit/controls/button.js';
import { Chips } from '../../kit/controls/chips.js';
import { Dialog, DialogActions } from '../../kit/controls/dialog.js';
import { Field } from '../../kit/controls/field.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './edit.module.css';
import { usePersonChange } from './use-person-change.js';
import { useEditMessages } from './messages.js';

type Way = 'delete' | 'erase';

interface RemoveProps {
  user: UserHead;
  extId: string;
  /** The person is there no more. @param erasure  its proof; null where the person was deleted alone */
  onGone: (erasure: Erasure | null) => void;
}

/** Deletes a person. The member types the id, since a deletion cannot be undone. */
export function RemoveDialog(props: RemoveProps) {
  const messages = useEditMessages();
  return (
    <Dialog
      title={messages.removeUser}
      role="alertdialog"
      trigger={<Button kind="danger">{messages.removeUser}</Button>}
    >
      {(close) => <Remove {...props} onClose={close} />}
    </Dialog>
  );
}

function Remove({ user, extId, onGone, onClose }: RemoveProps & { onClose: () => void }) {
  const { w } = useI18n();
  const messages = useEditMessages();
  const { app } = useApplication();
  const [way, setWay] = useState<Way>('delete');
  const [confirm, setConfirm] = useState('');
  const { run, fault, isPending } = usePersonChange(user, {
    change: () =>
      way === 'erase' ? eraseUser(app.key, user.uid, confirm) : deleteUser(app.key, user.uid, confirm).then(() => null),
    onDone: onGone,
    isGone: true,
  });
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Chips
        label={messages.removeUser}
        value={way}
        options={[
          ['delete', messages.delete],
          ['erase', messages.erase],
        ]}
        onChange={(choice) => setWay(choice === 'erase' ? 'erase' : 'delete')}
      />
      <p>{way === 'delete' ? messages.deleteHelp : messages.eraseHelp}</p>
      <Field label={messages.confirm(extId)} value={confirm} onChange={setConfirm} />
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="danger" type="submit" isDisabled={confirm !== extId} isPending={isPending}>
          {way === 'delete' ? messages.delete : messages.erase}
        </Button>
      </DialogActions>
    </form>
  );
}

import { removeMember, type Member } from '../api/members.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { useToast } from '../kit/states/toast.js';
import { useI18n } from '../i18n/i18n.js';
import css from './members.module.css';
import { useMemberChange } from './use-member-change.js';
import { useMemberMessages } from './messages.js';

/** Ends a member at once. */
export function RemoveDialog({ member }: { member: Member }) {
  const messages = useMemberMessages();
  const title = messages.removeOf(member.name);
  return (
    <Dialog
      title={title}
      role="alertdialog"
      trigger={
        <Button kind="quiet" label={title}>
          {messages.remove}
        </Button>
      }
    >
      {(close) => <Remove member={member} onClose={close} />}
    </Dialog>
  );
}

function Remove({ member, onClose }: { member: Member; onClose: () => void }) {
  const { w } = useI18n();
  const messages = useMemberMessages();
  const notify = useToast();
  const { run, fault, isPending } = useMemberChange(
    () => removeMember(member.id),
    () => {
      notify(messages.removed);
      onClose();
    },
  );
  return (
    <div className={css['form']}>
      <p>{messages.removeAsk(member.name)}</p>
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="danger" isPending={isPending} onPress={run}>
          {messages.remove}
        </Button>
      </DialogActions>
    </div>
  );
}

import { changeGrants, type Member } from '../api/members.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { useToast } from '../kit/states/toast.js';
import { useI18n } from '../i18n/i18n.js';
import { GrantsField } from './grants-field.js';
import css from './members.module.css';
import { useGrantChoice } from './use-grant-choice.js';
import { useMemberChange } from './use-member-change.js';
import { useMemberMessages } from './messages.js';

/** Changes the permissions of a member, from the next request on. */
export function ChangeDialog({ member }: { member: Member }) {
  const messages = useMemberMessages();
  const title = messages.changeOf(member.name);
  return (
    <Dialog
      title={title}
      trigger={
        <Button kind="quiet" label={title}>
          {messages.change}
        </Button>
      }
    >
      {(close) => <Change member={member} onClose={close} />}
    </Dialog>
  );
}

function Change({ member, onClose }: { member: Member; onClose: () => void }) {
  const { w } = useI18n();
  const messages = useMemberMessages();
  const notify = useToast();
  const choice = useGrantChoice(member.grants, { offers: false });
  const { run, fault, isPending } = useMemberChange(
    () => changeGrants(member.id, choice.grants),
    () => {
      notify(messages.changed);
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
      <GrantsField choice={choice} />
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="primary" type="submit" isPending={isPending}>
          {messages.save}
        </Button>
      </DialogActions>
    </form>
  );
}

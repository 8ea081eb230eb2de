import { retireDevice } from '../../api/people.js';
import type { UserHead } from '../../api/types.js';
import { Button } from '../../kit/controls/button.js';
import { Dialog, DialogActions } from '../../kit/controls/dialog.js';
import { Facts } from '../../kit/layout/facts.js';
import { useToast } from '../../kit/states/toast.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './edit.module.css';
import { usePersonChange } from './use-person-change.js';
import { useEditMessages } from './messages.js';

interface RetireProps {
  user: UserHead;
  /** Id of the installation. */
  device: string;
  /** How the page calls it. */
  name: string;
}

/** Takes a device out of use, such as a lost one. It comes back when it registers again. */
export function RetireDialog(props: RetireProps) {
  const messages = useEditMessages();
  const title = messages.retireOf(props.name);
  return (
    <Dialog
      title={title}
      role="alertdialog"
      trigger={
        <Button kind="quiet" label={title} className={css['beside']}>
          {messages.retire}
        </Button>
      }
    >
      {(close) => <Retire {...props} onClose={close} />}
    </Dialog>
  );
}

function Retire({ user, device, name, onClose }: RetireProps & { onClose: () => void }) {
  const { w } = useI18n();
  const messages = useEditMessages();
  const { app } = useApplication();
  const notify = useToast();
  const { run, fault, isPending } = usePersonChange(user, {
    change: () => retireDevice(app.key, user.uid, device),
    onDone: () => {
      notify(messages.retired);
      onClose();
    },
  });
  return (
    <div className={css['form']}>
      <Facts
        facts={[
          {
            name,
            note: messages.kinds['device'],
            value: (
              <>
                <del className={css['before']}>{w.users.token['VALID']}</del>{' '}
                <ins className={css['after']}>{messages.outOfUse}</ins>
              </>
            ),
          },
        ]}
      />
      <p>{messages.retireHelp}</p>
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="danger" isPending={isPending} onPress={run}>
          {messages.retire}
        </Button>
      </DialogActions>
    </div>
  );
}

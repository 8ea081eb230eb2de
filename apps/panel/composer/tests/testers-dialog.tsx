import type { Tester } from '../../api/compose/tests.js';
import { Button } from '../../kit/controls/button.js';
import { Dialog, DialogActions } from '../../kit/controls/dialog.js';
import { useApplication } from '../../session/application.js';
import { useTesterMessages } from '../../testers/messages.js';
import { TestersList } from '../../testers/testers-list.js';
import { useTestMessages } from './messages.js';

/** Lists the testers of the application, for members who may change users. */
export function TestersDialog({ testers }: { testers: readonly Tester[] }) {
  const messages = useTestMessages();
  const { title } = useTesterMessages();
  const { may } = useApplication();
  return may('users.write') ? (
    <Dialog title={title} trigger={<Button kind="quiet">{messages.change}</Button>}>
      {(close) => (
        <>
          <TestersList testers={testers} />
          <DialogActions>
            <Button onPress={close}>{messages.close}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  ) : null;
}

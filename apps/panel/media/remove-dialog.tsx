import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pictureKey, removePicture, type ListedPicture } from '../api/media/media.js';
import { Refusal } from '../api/refusals/refusal.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { useToast } from '../kit/states/toast.js';
import { refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './media.module.css';
import { useMediaMessages } from './messages.js';

/** Asks before a picture is deleted, and lists its uses. */
export function RemoveDialog({ picture }: { picture: ListedPicture }) {
  const messages = useMediaMessages();
  return (
    <Dialog
      title={messages.removeOf(picture.name)}
      role="alertdialog"
      trigger={
        <Button kind="quiet" label={messages.removeOf(picture.name)}>
          {messages.remove}
        </Button>
      }
    >
      {(close) => <Question picture={picture} onClose={close} />}
    </Dialog>
  );
}

function Question({ picture, onClose }: { picture: ListedPicture; onClose: () => void }) {
  const { w } = useI18n();
  const messages = useMediaMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const { hash, name, uses } = picture;
  const reload = () => void client.invalidateQueries({ queryKey: pictureKey(app.key) });
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => removePicture(app.key, hash, uses.length),
    onSuccess: () => {
      notify(messages.removed(name));
      onClose();
      reload();
    },
    // The dialog shows the present uses.
    onError: reload,
  });
  const refusal = error instanceof Refusal ? error : undefined;
  return (
    <div className={css['form']}>
      <p>{messages.removeNote}</p>
      {uses.length > 0 && (
        <>
          <p>{messages.removeUsed}</p>
          <ul>
            {uses.map(({ kind, key, title }) => (
              <li key={key}>{messages.use(messages.kinds[kind], title, key)}</li>
            ))}
          </ul>
        </>
      )}
      {error && (
        <p className={css['fault']} role="alert">
          {refusal?.code === 'changed_meanwhile'
            ? messages.changed
            : refusalText(refusal, w.state.offline, w.state.serverFault)}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="danger" isPending={isPending} onPress={() => mutate()}>
          {messages.remove}
        </Button>
      </DialogActions>
    </div>
  );
}

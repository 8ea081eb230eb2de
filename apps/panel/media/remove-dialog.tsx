import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pictureKey, removePicture, type ListedPicture } from '../api/media/media.js';
import { Refusal } from '../api/refusal.js';
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
  const words = useMediaMessages();
  return (
    <Dialog
      title={words.removeOf(picture.name)}
      role="alertdialog"
      trigger={
        <Button kind="quiet" label={words.removeOf(picture.name)}>
          {words.remove}
        </Button>
      }
    >
      {(close) => <Question picture={picture} onClose={close} />}
    </Dialog>
  );
}

function Question({ picture, onClose }: { picture: ListedPicture; onClose: () => void }) {
  const { w } = useI18n();
  const words = useMediaMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const tell = useToast();
  const { hash, name, uses } = picture;
  const readAnew = () => void client.invalidateQueries({ queryKey: pictureKey(app.key) });
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => removePicture(app.key, hash, uses.length),
    onSuccess: () => {
      tell(words.removed(name));
      onClose();
      readAnew();
    },
    // The dialog shows the present uses.
    onError: readAnew,
  });
  const refusal = error instanceof Refusal ? error : undefined;
  return (
    <div className={css['form']}>
      <p>{words.removeNote}</p>
      {uses.length > 0 && (
        <>
          <p>{words.removeUsed}</p>
          <ul>
            {uses.map(({ kind, key, title }) => (
              <li key={key}>{words.use(words.kinds[kind], title, key)}</li>
            ))}
          </ul>
        </>
      )}
      {error && (
        <p className={css['fault']} role="alert">
          {refusal?.code === 'changed_meanwhile'
            ? words.changed
            : refusalText(refusal, w.state.offline, w.state.serverFault)}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="danger" isPending={isPending} onPress={() => mutate()}>
          {words.remove}
        </Button>
      </DialogActions>
    </div>
  );
}

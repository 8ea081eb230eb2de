import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { addPicture, pictureKey, type ListedPicture } from '../../api/media/media.js';
import { Refusal } from '../../api/refusals/refusal.js';
import { Button } from '../../kit/controls/button.js';
import { Chips } from '../../kit/controls/chips.js';
import { Dialog, DialogActions } from '../../kit/controls/dialog.js';
import { Field } from '../../kit/controls/field.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { useToast } from '../../kit/states/toast.js';
import { refusalText } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { centreOf, readArea, SHAPES, textsOf, type AreaTexts, type Shape } from './area.js';
import css from './crop.module.css';
import { useCropMessages } from './messages.js';
import { drawPart, fileOf, useImage } from './use-part.js';

/** Cuts a part out of a picture. The part is a picture of its own, so messages with the whole one keep it. */
export function CropDialog({ picture }: { picture: ListedPicture }) {
  const messages = useCropMessages();
  return (
    <Dialog
      title={messages.cropOf(picture.name)}
      isWide
      trigger={<Button label={messages.cropOf(picture.name)}>{messages.crop}</Button>}
    >
      {(close) => <CropForm picture={picture} onClose={close} />}
    </Dialog>
  );
}

function CropForm({ picture, onClose }: { picture: ListedPicture; onClose: () => void }) {
  const { w, f } = useI18n();
  const messages = useCropMessages();
  const image = useImage(picture);
  const { isPending, error, add } = useAdding(onClose);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shape, setShape] = useState<Shape>('own');
  const [typed, setTyped] = useState<AreaTexts>();
  const size = useMemo(() => image && { width: image.naturalWidth, height: image.naturalHeight }, [image]);
  const texts = typed ?? (size && textsOf(centreOf(size, 'own')));
  const area = useMemo(() => texts && size && readArea(texts, size), [texts, size]);
  useEffect(() => {
    if (canvas.current && image && area) {
      drawPart(canvas.current, image, area);
    }
  }, [image, area]);
  if (size === undefined || texts === undefined) {
    return <Skeleton lines={6} />;
  }
  const isWhole = area?.width === size.width && area.height === size.height;
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (canvas.current && area && !isWhole) {
          add(fileOf(canvas.current, picture));
        }
      }}
    >
      <Chips
        label={messages.shape}
        value={shape}
        options={(Object.keys(SHAPES) as Shape[]).map((id) => [id, messages.shapes[id]] as const)}
        onChange={(id) => {
          setShape(id as Shape);
          setTyped(textsOf(centreOf(size, id as Shape)));
        }}
      />
      <div className={css['fields']}>
        {(['left', 'top', 'width', 'height'] as const).map((name) => (
          <Field
            key={name}
            label={messages.fields[name]}
            value={texts[name]}
            inputMode="numeric"
            onChange={(text) => setTyped({ ...texts, [name]: text })}
          />
        ))}
      </div>
      <p className={css['quiet']} role="status">
        {(area ? messages.help : messages.outside)(f.number(size.width), f.number(size.height))}
      </p>
      <div className={css['frame']}>
        <canvas ref={canvas} className={css['part']} role="img" aria-label={messages.part} />
      </div>
      {error && (
        <p className={css['fault']} role="alert">
          {refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault)}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="primary" type="submit" isDisabled={!area || isWhole} isPending={isPending}>
          {messages.add}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Adds the part to the pictures, as a file that was chosen is added. */
function useAdding(onClose: () => void) {
  const messages = useCropMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const { isPending, error, mutate } = useMutation({
    mutationFn: async (file: Promise<File>) => addPicture(app.key, await file),
    onSuccess: ({ name }) => {
      notify(messages.added(name));
      onClose();
      void client.invalidateQueries({ queryKey: pictureKey(app.key) });
    },
  });
  return { isPending, error, add: mutate };
}

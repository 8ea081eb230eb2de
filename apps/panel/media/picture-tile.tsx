import { addressOf, sourceOf, type ListedPicture } from '../api/media/media.js';
import { Button } from '../kit/controls/button.js';
import { Badge } from '../kit/layout/badge.js';
import { useToast } from '../kit/states/toast.js';
import { useI18n } from '../i18n/i18n.js';
import { CropDialog } from './crop/crop-dialog.js';
import css from './media.module.css';
import { RemoveDialog } from './remove-dialog.js';
import { useMediaMessages } from './messages.js';

const MEGABYTE = 1024 * 1024;

/** Shows a picture with its data. */
export function PictureTile({ picture }: { picture: ListedPicture }) {
  const { f } = useI18n();
  const messages = useMediaMessages();
  const notify = useToast();
  const { name, width, height, size, frames, uses } = picture;
  return (
    <li className={css['tile']}>
      <div className={css['frame']}>
        <img className={css['picture']} src={sourceOf(picture)} alt="" loading="lazy" decoding="async" />
      </div>
      <div className={css['about']}>
        <p className={css['name']}>{name}</p>
        <p className={css['quiet']}>
          {messages.facts(
            f.number(width),
            f.number(height),
            size < MEGABYTE
              ? messages.kilobytes(f.rate(Math.max(0.1, size / 1024)))
              : messages.megabytes(f.rate(size / MEGABYTE)),
          )}
        </p>
        {frames > 1 && (
          <p>
            <Badge tone="quiet">{messages.moves}</Badge>
          </p>
        )}
        <p className={css['quiet']}>{uses.length === 0 ? messages.unused : messages.used(uses.length)}</p>
        <div className={css['actions']}>
          <Button
            label={messages.copyOf(name)}
            onPress={() => void navigator.clipboard?.writeText(addressOf(picture)).then(() => notify(messages.copied))}
          >
            {messages.copy}
          </Button>
          {frames === 1 && <CropDialog picture={picture} />}
          <RemoveDialog picture={picture} />
        </div>
      </div>
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { addressOf, pictures, sourceOf } from '../api/media/media.js';
import { Button } from '../kit/controls/button.js';
import { Dialog } from '../kit/controls/dialog.js';
import { Field } from '../kit/controls/field.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import css from './mails.module.css';
import { useMailMessages } from './messages.js';

interface PictureFieldProps {
  label: string;
  value: string;
  help?: string;
  fault?: string | undefined;
  onChange: (url: string) => void;
}

/** Takes the address of a picture: typed, or chosen among the pictures of the application. */
export function PictureField({ label, value, help, fault, onChange }: PictureFieldProps) {
  const messages = useMailMessages();
  const { may } = useApplication();
  return (
    <div className={css['picture']}>
      <Field
        className={css['grow']}
        label={label}
        value={value}
        onChange={onChange}
        fault={fault}
        {...(help !== undefined && { help })}
      />
      {may('templates.write') && (
        <Dialog
          title={label}
          trigger={<Button label={`${messages.choosePicture}: ${label}`}>{messages.choosePicture}</Button>}
        >
          {(close) => (
            <Pictures
              onChoose={(url) => {
                onChange(url);
                close();
              }}
            />
          )}
        </Dialog>
      )}
    </div>
  );
}

function Pictures({ onChoose }: { onChoose: (url: string) => void }) {
  const messages = useMailMessages();
  const { app } = useApplication();
  const query = useQuery(pictures(app.key, undefined));
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <p>{messages.noPictures}</p>
        ) : (
          <ul className={css['grid']}>
            {items.map((picture) => (
              <li key={picture.hash}>
                <Button className={css['tile']} onPress={() => onChoose(addressOf(picture))}>
                  <img src={sourceOf(picture)} alt="" loading="lazy" />
                  {picture.name}
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

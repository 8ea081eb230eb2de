import { useQuery } from '@tanstack/react-query';
import { gallery, type GalleryMail } from '../api/templates/gallery.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { MailFrame } from '../widgets/sends/mail-frame.js';
import css from './templates.module.css';
import { useTemplateMessages } from './messages.js';

/** Mails to begin with, each as it would look with the brand of the application. */
export function MailGallery() {
  const messages = useTemplateMessages();
  const { language } = useI18n();
  const { app } = useApplication();
  return (
    <Card title={messages.gallery} note={messages.galleryNote}>
      <Loaded query={useQuery(gallery(app.key, language))}>
        {({ items }) => (
          <ul className={css['gallery']}>
            {items.map((mail) => (
              <li key={mail.id}>
                <Thumbnail mail={mail} />
                <Link href={paths.templates(app.key, { begin: mail.id })}>{mail.name}</Link>
                <span className={css['quiet']}>{withDefaults(mail.subject)}</span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

/** The mail, made small. It is a picture to the eye alone: the link beside it has its name. */
function Thumbnail({ mail }: { mail: GalleryMail }) {
  return (
    <div className={css['thumbnail']} aria-hidden="true" inert>
      <MailFrame title={mail.name} html={withDefaults(mail.html)} isNarrow={false} isDark={false} hasPictures={false} />
    </div>
  );
}

/** A text with the default of each placeholder in its place, as someone without values gets it. */
function withDefaults(text: string): string {
  return text.replaceAll(/@\{[^|}]*\|([^}]*)\}/g, '$1');
}

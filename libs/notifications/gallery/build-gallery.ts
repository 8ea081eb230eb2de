import type { Brand } from '#libs/tenancy';
import type { Block, BlockMail, InnerBlock } from '../mails/mail.types.js';
import { ENGLISH, ENGLISH_UNSUBSCRIBE } from './gallery-en.js';
import { TURKISH, TURKISH_UNSUBSCRIBE } from './gallery-tr.js';
import { GALLERY_IDS, type GalleryLanguage, type GalleryMail, type GalleryTexts, type Part } from './gallery.types.js';

const TEXTS = {
  en: { mails: ENGLISH, unsubscribe: ENGLISH_UNSUBSCRIBE },
  tr: { mails: TURKISH, unsubscribe: TURKISH_UNSUBSCRIBE },
} as const;
const ACCENT = '#0b6e63';
/** Reserved for examples: no one's page, until the writer names one. */
const PLACE = 'https://example.com/';

/** Values of an application that its mails have. @property name  where the brand has none. @property base  of `/m/…` */
export interface GalleryLook {
  brand: Brand;
  name: string;
  base: string | undefined;
}

/** Twelve mails of blocks to begin with, in the look of an application. They are texts, so they need no picture. */
export function buildGallery(language: GalleryLanguage, look: GalleryLook): GalleryMail[] {
  const { mails, unsubscribe } = TEXTS[language];
  return GALLERY_IDS.map((id) => {
    const { name, subject } = mails[id];
    return { id, name, subject, design: toDesign(mails[id], unsubscribe, look) };
  });
}

function toDesign({ preheader, title, parts }: GalleryTexts, unsubscribe: string, look: GalleryLook): BlockMail {
  const { color = ACCENT, font, footer, sender, name = look.name } = look.brand;
  return {
    preheader,
    accent: color,
    ...(font !== undefined && { font }),
    blocks: [
      toHead(look, name),
      { type: 'heading', text: title, level: 1, align: 'left' },
      ...parts.map(toBlock),
      { type: 'footer', text: [footer, sender ?? name].filter((text) => text !== undefined).join('\n'), unsubscribe },
    ],
  };
}

/** The logo, or the name where no logo can be shown by a mail program. */
function toHead({ brand: { logo }, base }: GalleryLook, name: string): Block {
  const url = logo?.startsWith('/') === true ? (base === undefined ? undefined : base + logo) : logo;
  return url === undefined
    ? { type: 'heading', text: name, level: 3, align: 'left' }
    : { type: 'image', url, alt: name, link: '', align: 'left' };
}

function toBlock(part: Part): Block {
  return typeof part === 'object' && 'columns' in part
    ? { type: 'columns', columns: part.columns.map((column) => ({ blocks: column.map(toInner) })) }
    : toInner(part);
}

function toInner(part: Part): InnerBlock {
  if (part === 'line') {
    return { type: 'divider' };
  }
  if ('h' in part) {
    return { type: 'heading', text: part.h, level: 2, align: 'left' };
  }
  if ('button' in part) {
    return { type: 'button', text: part.button, link: PLACE, align: 'left' };
  }
  return { type: 'text', text: 'p' in part ? part.p : '', align: 'left' };
}

import type { BlockMail } from '../mails/mail.types.js';

export const GALLERY_IDS = [
  'welcome',
  'newsletter',
  'launch',
  'sale',
  'cart',
  'receipt',
  'shipping',
  'event',
  'survey',
  'winBack',
  'birthday',
  'notice',
] as const;
export type GalleryId = (typeof GALLERY_IDS)[number];

export const GALLERY_LANGUAGES = ['en', 'tr'] as const;
export type GalleryLanguage = (typeof GALLERY_LANGUAGES)[number];

/** A part of a mail: a heading, text, the words of a button, a line, or columns of parts. */
export type Part =
  | { h: string }
  | { p: string }
  | { button: string }
  | 'line'
  | { columns: readonly (readonly Part[])[] };

/** The texts of a mail of the gallery in one language. */
export interface GalleryTexts {
  name: string;
  subject: string;
  preheader: string;
  title: string;
  parts: readonly Part[];
}

/** A mail to begin with: words of a company like any other, in the look of the application. */
export interface GalleryMail {
  id: GalleryId;
  name: string;
  subject: string;
  design: BlockMail;
}

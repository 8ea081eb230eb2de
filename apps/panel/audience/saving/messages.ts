import { messagesOf } from '../../i18n/i18n.js';

/** Texts of the form that makes a segment. */
export const useSegmentFormMessages = messagesOf({
  en: {
    title: 'Save as a segment',
    name: 'Name of the segment',
    help: 'Campaigns use the segment by this name. An existing segment is not overwritten.',
    save: 'Save the segment',
    saved: (name: string) =>
      `${name} is a segment now. Who is in it is calculated within moments, and kept up to date.`,
  },
  tr: {
    title: 'Segment olarak kaydet',
    name: 'Segmentin adı',
    help: 'Kampanyalar ve başka hedefler onu adıyla anar. Var olan bir segment değişmez.',
    save: 'Segmenti kaydet',
    saved: (name) => `${name} artık bir segment. Kimlerin içinde olduğu birazdan hesaplanır ve güncel tutulur.`,
  },
});

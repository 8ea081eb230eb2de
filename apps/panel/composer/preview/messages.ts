import { messagesOf } from '../../i18n/i18n.js';

/** Labels of the preview: its person, and the test that is sent. */
export const usePreviewMessages = messagesOf({
  en: {
    next: 'Next person',
    me: (extId: string) => `As ${extId} again`,
    noUsers: 'No person in this audience has an external id.',
  },
  tr: {
    next: 'Kitleden bir sonraki',
    me: (extId) => `Yine ${extId} olarak`,
    noUsers: 'Bu kitlede sizdeki bir kimliği olan kimse yok.',
  },
});

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

/** Texts about the language that a person would get. */
export const useOwnLanguageMessages = messagesOf({
  en: {
    main: 'Main text',
    gets: (extId: string, name: string) => `This is not the text that ${extId} would get. That is: ${name}.`,
    getsByDevice: (extId: string, names: string) => `${extId} would get another text at each device: ${names}.`,
    show: (name: string) => `Show: ${name}`,
  },
  tr: {
    main: 'Ana metin',
    gets: (extId, name) => `Bu, ${extId} kişisinin alacağı metin değil. O metin: ${name}.`,
    getsByDevice: (extId, names) => `${extId} her cihazda başka bir metin alırdı: ${names}.`,
    show: (name) => `Göster: ${name}`,
  },
});

import { messagesOf } from '../../i18n/i18n.js';

export const useTimeMessages = messagesOf({
  en: {
    none: 'There is no such time there.',
    skipped: (zone: string) => `The clock of ${zone} skips this time: it is set forward then. Choose another one.`,
    twice: (zone: string) => `The clock of ${zone} shows this time twice: it is set back then. Choose which one.`,
    which: 'First or second time',
    turns: [(offset: string) => `The first (UTC${offset})`, (offset: string) => `The second (UTC${offset})`] as const,
  },
  tr: {
    none: 'Orada böyle bir saat yok.',
    skipped: (zone) => `${zone} saati bu zamanı atlar: o sırada ileri alınır. Başka bir zaman seçin.`,
    twice: (zone) => `${zone} saati bu zamanı iki kez gösterir: o sırada geri alınır. Hangisi olduğunu seçin.`,
    which: 'İkisinden hangisi',
    turns: [(offset) => `Birincisi (UTC${offset})`, (offset) => `İkincisi (UTC${offset})`],
  },
});

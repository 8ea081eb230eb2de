import { messagesOf } from '../../i18n/i18n.js';

export const useSupportMessages = messagesOf({
  en: {
    find: 'Find a person',
    findHelp: 'See devices, consent and every message, with the reason if one was not delivered.',
    open: 'Search people',
    failures: 'Latest failures',
    failuresNote: 'The newest ten of the last two weeks',
    none: 'No message failed in the last two weeks.',
    anonymous: 'A device without a user',
    unknown: 'The provider gave no reason.',
    message: 'Message',
  },
  tr: {
    find: 'Kişi bul',
    findHelp: 'Cihazları, izinleri ve her mesajı görün; teslim edilmediyse nedeniyle.',
    open: 'Kişilerde ara',
    failures: 'Son başarısız mesajlar',
    failuresNote: 'Son iki haftanın en yeni onu',
    none: 'Son iki haftada başarısız mesaj yok.',
    anonymous: 'Kullanıcısı olmayan bir cihaz',
    unknown: 'Sağlayıcı neden bildirmedi.',
    message: 'Mesaj',
  },
});

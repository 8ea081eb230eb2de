import { wordsOf } from '../../words/words.js';

/** Words of finding a person. */
export const useFindWords = wordsOf({
  en: {
    by: 'Find by',
    ways: {
      extId: 'Your id (extId)',
      email: 'E-mail address',
      msisdn: 'Phone number',
      wpNumber: 'WhatsApp number',
      token: 'Push token',
      installationId: 'Installation',
      messageId: 'Inbox message',
    },
    value: 'Value',
    valueHelp: 'Exactly as it is stored. Parts of a value find nobody.',
    find: 'Find',
    ask: 'Find a person to see everything that happened',
    askHelp: 'Devices, consents, and every message with its reason.',
    nobody: 'Nobody found',
    nobodyHelp: (value: string) => `No user has exactly “${value}”.`,
    imports: 'Import a file',
    suppressions: 'Suppressed addresses',
    erasures: 'Erasures',
  },
  tr: {
    by: 'Şununla bul',
    ways: {
      extId: 'Sizin kimliğiniz (extId)',
      email: 'E-posta adresi',
      msisdn: 'Telefon numarası',
      wpNumber: 'WhatsApp numarası',
      token: 'Push belirteci',
      installationId: 'Kurulum',
      messageId: 'Gelen kutusu iletisi',
    },
    value: 'Değer',
    valueHelp: 'Tam saklandığı gibi. Değerin bir parçası kimseyi bulmaz.',
    find: 'Bul',
    ask: 'Olan her şeyi görmek için bir kişi bulun',
    askHelp: 'Cihazlar, izinler ve nedeniyle birlikte her mesaj.',
    nobody: 'Kimse bulunamadı',
    nobodyHelp: (value) => `Hiçbir kullanıcıda tam olarak “${value}” yok.`,
    imports: 'Dosya içe aktar',
    suppressions: 'Engellenen adresler',
    erasures: 'Silmeler',
  },
});

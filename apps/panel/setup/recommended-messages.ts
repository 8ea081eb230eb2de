import { messagesOf } from '../i18n/i18n.js';

export const useRecommendedMessages = messagesOf({
  en: {
    title: 'Recommended rules',
    note: 'There are no rules for marketing yet. These suit most applications and can be changed at any time.',
    rules: {
      day: 'A person gets at most three messages in 24 hours. Further messages wait.',
      week: 'A person gets at most ten messages in seven days. Further messages are not sent.',
      quiet: 'Marketing is not sent between 21:00 and 08:00 in the person’s time zone; it waits for the morning.',
    },
    service: 'Codes, invoices and other service messages are always sent. They count too.',
    apply: 'Apply these rules',
    done: 'The recommended rules are applied.',
  },
  tr: {
    title: 'Önerilen kurallar',
    note: 'Pazarlama için henüz bir kural yok. Bunlar çoğu uygulamaya uyar ve her zaman değiştirilebilir.',
    rules: {
      day: 'Bir kişi 24 saatte en çok üç ileti alır. Fazlası yer açılana kadar bekler.',
      week: 'Bir kişi yedi günde en çok on ileti alır. Fazlası gönderilmez.',
      quiet: 'Kişinin saatiyle 21.00 ile 08.00 arasında pazarlama iletisi gitmez; sabahı bekler.',
    },
    service: 'Kodlar, faturalar ve öteki hizmet iletileri her zaman gider. Onlar da sayılır.',
    apply: 'Bu kuralları al',
    done: 'Önerilen kurallar artık geçerli.',
  },
});

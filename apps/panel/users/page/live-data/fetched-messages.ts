import { messagesOf } from '../../../i18n/i18n.js';

export const useFetchedMessages = messagesOf({
  en: {
    title: 'Live data',
    per: { campaign: 'For the whole send', person: 'For this person' },
    cached: 'kept from an earlier call',
    hidden: 'Private',
    failed: (why: string) => `No answer: ${why}`,
    failures: {
      RESTING: 'Not asked: the server had failed again and again.',
      TIMEOUT: 'No answer in time.',
      TOO_LARGE: 'The answer was too large.',
      MISSING_ATTRIBUTE: 'Not asked: the address lacks a value of this person.',
      BAD_LINK: 'Not asked: with the values of this person the address is none.',
      NOT_DEFINED: 'Not asked: the set-up has it no more.',
    },
  },
  tr: {
    title: 'Canlı veri',
    per: { campaign: 'Bütün gönderim için', person: 'Bu kişi için' },
    cached: 'önceki bir çağrıdan saklandı',
    hidden: 'Gizli',
    failed: (why) => `Yanıt yok: ${why}`,
    failures: {
      RESTING: 'Sorulmadı: sunucu art arda hata verdi.',
      TIMEOUT: 'Zamanında yanıt gelmedi.',
      TOO_LARGE: 'Yanıt çok büyüktü.',
      MISSING_ATTRIBUTE: 'Sorulmadı: adreste bu kişinin bir değeri eksik.',
      BAD_LINK: 'Sorulmadı: adres bu kişinin değerleriyle geçersiz.',
      NOT_DEFINED: 'Sorulmadı: kurulumda artık yok.',
    },
  },
});

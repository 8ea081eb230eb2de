import { messagesOf } from '../../i18n/i18n.js';

export const useAddressMessages = messagesOf({
  en: {
    title: 'Addresses',
    names: { email: 'E-mail address', msisdn: 'Phone number' },
    news: { email: 'Correct e-mail address', msisdn: 'Correct phone number' },
    none: 'none',
    hidden: 'hidden',
    correct: 'Correct',
    add: 'Add',
    correctOf: (name: string) => `Correct: ${name}`,
    addOf: (name: string) => `Add: ${name}`,
    before: (present: string) => `Now ${present}.`,
    help: { email: 'As in ada@example.com.', msisdn: 'With the country code, as in +905321234567.' },
    consentStays:
      'Consent stays as it is: what the person agreed to and refused holds for the new address too. The audit log names you, without the address.',
    save: 'Save',
    corrected: 'The address is corrected. Consent stayed as it was.',
  },
  tr: {
    title: 'Adresler',
    names: { email: 'E-posta adresi', msisdn: 'Telefon numarası' },
    news: { email: 'Doğru e-posta adresi', msisdn: 'Doğru telefon numarası' },
    none: 'yok',
    hidden: 'gizli',
    correct: 'Düzelt',
    add: 'Ekle',
    correctOf: (name) => `Düzelt: ${name}`,
    addOf: (name) => `Ekle: ${name}`,
    before: (present) => `Şimdi ${present}.`,
    help: { email: 'Örneğin ada@example.com.', msisdn: 'Ülke koduyla, örneğin +905321234567.' },
    consentStays:
      'İzinler olduğu gibi kalır: kişinin kabul ve ret ettikleri yeni adres için de geçerlidir. Denetim kaydı, adres olmadan, sizi gösterir.',
    save: 'Kaydet',
    corrected: 'Adres düzeltildi. İzinler olduğu gibi kaldı.',
  },
});

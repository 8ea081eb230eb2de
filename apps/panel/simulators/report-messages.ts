import { messagesOf } from '../i18n/i18n.js';

type Texts = Readonly<Record<string, string>>;

const english: Texts = {
  bounced: 'The mailbox does not exist (bounce)',
  delayed: 'The mail is delayed',
  complained: 'The person marks it as spam (complaint)',
  opened: 'The person opens it',
  clicked: 'The person follows the first link',
  delivered: 'It was delivered',
  read: 'The person has read it',
  undelivered: 'The phone cannot be reached',
  removed: 'The app was removed',
  answered: 'The person answers',
};
const turkish: Texts = {
  bounced: 'Posta kutusu yok (geri dönüş)',
  delayed: 'Posta gecikti',
  complained: 'Kişi istenmeyen diye işaretler (şikâyet)',
  opened: 'Kişi açar',
  clicked: 'Kişi ilk bağlantıya gider',
  delivered: 'Teslim edildi',
  read: 'Kişi okudu',
  undelivered: 'Telefona ulaşılamıyor',
  removed: 'Uygulama kaldırıldı',
  answered: 'Kişi yanıtlar',
};

export const useReportMessages = messagesOf({
  en: {
    report: 'Simulate a report',
    reportOf: (address: string) => `Simulate a report about the message to ${address}`,
    help: 'It comes back to Herald on the way of a real report. What follows counts: an address may be suppressed.',
    kind: 'What is reported',
    kinds: english,
    text: 'The answer',
    textHelp: 'STOP ends messages to this address, START begins them again.',
    send: 'Send the report',
    sent: (answer: string) => `Herald answered ${answer}.`,
    person: 'What Herald knows of this person',
  },
  tr: {
    report: 'Bir şey bildir',
    reportOf: (address: string) => `${address} adresine giden ileti için bir şey bildir`,
    help: 'Gerçek bir bildirimin yolundan Herald’a gelir. Sonuçları sayılır: bir adres engellenebilir.',
    kind: 'Ne bildiriliyor',
    kinds: turkish,
    text: 'Yanıt',
    textHelp: 'STOP bu adrese iletileri bitirir, START yeniden başlatır.',
    send: 'Bildirimi gönder',
    sent: (answer: string) => `Herald’ın yanıtı: ${answer}.`,
    person: 'Herald bu kişi hakkında ne biliyor',
  },
});

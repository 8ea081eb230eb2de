import { messagesOf } from '../i18n/i18n.js';

export const useWaitingMessages = messagesOf({
  en: {
    drafts: 'Your drafts',
    nameless: 'Without a name',
    index: 'Audience index',
    minutes: (n: number) => `${n} min`,
    indexHelp: 'behind. Counts are of then, or slower.',
    tokens: 'Dead tokens beyond the limit',
    tokensHelp:
      'Within a week, providers called more of them dead than one send takes out of use. These stayed in use, until an operator decides: herald tokens list.',
    webhooks: 'Webhooks',
    webhooksHelp: 'calls were given up within a week.',
  },
  tr: {
    drafts: 'Taslaklarınız',
    nameless: 'Adsız',
    index: 'Kitle dizini',
    minutes: (n) => `${n} dk`,
    indexHelp: 'geride. Sayılar o anınki ya da daha yavaş.',
    tokens: 'Sınırı aşan ölü adresler',
    tokensHelp:
      'Son bir haftada sağlayıcılar, bir gönderimin kullanımdan aldığından fazlasına ölü dedi. Bunlar, bir işletmen karar verene dek kullanımda kaldı: herald tokens list.',
    webhooks: 'Webhook’lar',
    webhooksHelp: 'çağrıdan bir hafta içinde vazgeçildi.',
  },
});

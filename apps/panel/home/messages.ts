import { messagesOf } from '../i18n/i18n.js';

export const useWaitingMessages = messagesOf({
  en: {
    drafts: 'Your drafts',
    nameless: 'Without a name',
    index: 'Audience counts',
    minutes: (n: number) => `${n} min`,
    indexHelp: 'behind. Counts may be older or slower than usual.',
    tokens: 'Invalid push tokens above the limit',
    tokensHelp:
      'In the last seven days, providers rejected more push tokens than one campaign may retire. These stay in use until an operator decides: herald tokens list.',
    webhooks: 'Webhooks',
    webhooksHelp: 'calls failed for good in the last seven days.',
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

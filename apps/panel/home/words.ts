import { wordsOf } from '../words/words.js';

/** Words of what waits for the reader. */
export const useWaitingWords = wordsOf({
  en: {
    drafts: 'Your drafts',
    nameless: 'Without a name',
    index: 'Audience index',
    minutes: (n: number) => `${n} min`,
    indexHelp: 'behind. Counts are of then, or slower.',
    webhooks: 'Webhooks',
    webhooksHelp: 'calls were given up within a week.',
  },
  tr: {
    drafts: 'Taslaklarınız',
    nameless: 'Adsız',
    index: 'Kitle dizini',
    minutes: (n) => `${n} dk`,
    indexHelp: 'geride. Sayılar o anınki ya da daha yavaş.',
    webhooks: 'Webhook’lar',
    webhooksHelp: 'çağrıdan bir hafta içinde vazgeçildi.',
  },
});

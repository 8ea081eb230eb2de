import { messagesOf } from '../../i18n/i18n.js';

/** Labels of the reasons for which a user gets a campaign or does not. */
export const useExplanationMessages = messagesOf({
  en: {
    holds: 'matches',
    fails: 'does not match',
    outcomes: {
      READY: 'would get it',
      WAITING: 'would wait',
      SKIPPED: 'skipped',
      FAILED: 'would fail',
      ABSENT: 'no device there',
    },
  },
  tr: {
    holds: 'sağlanıyor',
    fails: 'sağlanmıyor',
    outcomes: {
      READY: 'alırdı',
      WAITING: 'beklerdi',
      SKIPPED: 'atlanırdı',
      FAILED: 'başarısız olurdu',
      ABSENT: 'orada cihazı yok',
    },
  },
});

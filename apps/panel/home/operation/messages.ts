import { messagesOf } from '../../i18n/i18n.js';
import { pluralOf } from '../../i18n/plural.js';

const english = pluralOf('en');
const turkish = pluralOf('tr');

export const useOperationMessages = messagesOf({
  en: {
    queues: 'Queues',
    waiting: 'Recipients waiting in campaigns',
    waitingNote: 'In campaigns that are being sent or paused',
    doubt: 'In doubt',
    doubtHelp:
      'The connection was lost while a message was being sent. It may have arrived. It is not sent twice; the page of the campaign lists these recipients.',
    index: 'Audience counts',
    current: 'up to date',
    behind: (n: number) => english(n, { single: '{n} second behind', many: '{n} seconds behind' }),
    webhooks: 'Webhook calls that failed for good',
    webhooksNote: 'In the last seven days',
  },
  tr: {
    queues: 'Kuyruklar',
    waiting: 'Kampanyalarda bekleyen alıcılar',
    waitingNote: 'Gönderilen ya da duraklatılan kampanyalarda',
    doubt: 'Belirsiz',
    doubtHelp:
      'Mesaj gönderilirken bağlantı koptu. Ulaşmış olabilir. İkinci kez gönderilmez; kampanyanın sayfası bu alıcıları listeler.',
    index: 'Hedef kitle sayıları',
    current: 'güncel',
    behind: (n) => turkish(n, { single: '{n} saniye geride', many: '{n} saniye geride' }),
    webhooks: 'Kesin başarısız webhook çağrıları',
    webhooksNote: 'Son yedi günde',
  },
});

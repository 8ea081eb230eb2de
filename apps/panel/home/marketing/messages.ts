import { messagesOf } from '../../i18n/i18n.js';
import { pluralOf } from '../../i18n/plural.js';

const english = pluralOf('en');
const turkish = pluralOf('tr');

export const useMarketingMessages = messagesOf({
  en: {
    title: (days: number) => `Last ${days} days`,
    audience: 'Users',
    grown: (n: string, day: string) => `${n} since ${day}`,
    firstDay: 'Growth is shown from tomorrow on.',
    growth: 'Users by day',
    campaigns: (n: number) => english(n, { single: '{n} campaign', many: '{n} campaigns' }),
    sent: 'Messages sent',
    ofPlanned: (share: string, n: string) => `${share} of ${n} planned`,
    opens: 'E-mails opened',
    ofMails: (share: string, n: string) => `${share} of ${n} e-mails sent`,
    noMails: 'No e-mails sent',
    clicks: 'Clicked',
    ofSent: (share: string, n: string) => `${share} of ${n} sent`,
    noSends: 'Nothing sent',
    unsubscribed: 'Unsubscribed',
    people: (n: number) => english(n, { single: 'person', many: 'people' }),
    rated: 'Best and worst campaign',
    best: 'Highest click rate',
    worst: 'Lowest click rate',
    least: (n: string) => `Campaigns with at least ${n} messages sent`,
    noRated: (n: string) => `Two campaigns with at least ${n} messages sent are needed to compare.`,
    unnamed: 'Campaign without a name',
    sentHelp: 'Messages that the provider accepted, of all planned recipients of campaigns launched in these days.',
    opensHelp:
      'Counts people who opened an e-mail, once per e-mail. Opens by machines, such as mail scanners, are not included where the application keeps them apart. Some mail programs hide opens.',
    clicksHelp:
      'Counts recipients who clicked a link or a button, once per message. Clicks by machines are not included where the application keeps them apart.',
    unsubscribedHelp:
      'People who opted out of a channel or topic by an unsubscribe link, an e-mail, or an answer such as STOP.',
    asOf: (time: string) => `As of ${time}`,
    reports: 'Reports',
  },
  tr: {
    title: (days) => `Son ${days} gün`,
    audience: 'Kullanıcılar',
    grown: (n, day) => `${day} tarihinden beri ${n}`,
    firstDay: 'Büyüme yarından itibaren gösterilir.',
    growth: 'Günlere göre kullanıcılar',
    campaigns: (n) => turkish(n, { single: '{n} kampanya', many: '{n} kampanya' }),
    sent: 'Gönderilen mesajlar',
    ofPlanned: (share, n) => `planlanan ${n} alıcının ${share} kadarı`,
    opens: 'Açılan e-postalar',
    ofMails: (share, n) => `gönderilen ${n} e-postanın ${share} kadarı`,
    noMails: 'E-posta gönderilmedi',
    clicks: 'Tıklayan',
    ofSent: (share, n) => `gönderilen ${n} mesajın ${share} kadarı`,
    noSends: 'Gönderim yok',
    unsubscribed: 'Abonelikten çıkan',
    people: (n) => turkish(n, { single: 'kişi', many: 'kişi' }),
    rated: 'En iyi ve en kötü kampanya',
    best: 'En yüksek tıklama oranı',
    worst: 'En düşük tıklama oranı',
    least: (n) => `En az ${n} mesaj gönderilen kampanyalar`,
    noRated: (n) => `Karşılaştırmak için en az ${n} mesaj gönderilen iki kampanya gerekir.`,
    unnamed: 'Adsız kampanya',
    sentHelp: 'Bu günlerde başlatılan kampanyaların planlanan alıcılarından, sağlayıcının kabul ettiği mesajlar.',
    opensHelp:
      'Bir e-postayı açan kişiler, her e-posta için bir kez. Uygulama ayrı tutuyorsa posta tarayıcıları gibi makinelerin açmaları sayılmaz. Bazı posta programları açmaları gizler.',
    clicksHelp:
      'Bir bağlantıya ya da düğmeye tıklayan alıcılar, her mesaj için bir kez. Uygulama ayrı tutuyorsa makinelerin tıklamaları sayılmaz.',
    unsubscribedHelp:
      'Abonelikten çıkma bağlantısı, e-posta ya da DUR gibi bir yanıtla bir kanaldan veya konudan çıkan kişiler.',
    asOf: (time) => `${time} itibarıyla`,
    reports: 'Raporlar',
  },
});

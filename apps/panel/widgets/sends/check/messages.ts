import { pluralOf } from '../../../i18n/plural.js';
import { messagesOf } from '../../../i18n/i18n.js';

const english = pluralOf('en');
const turkish = pluralOf('tr');

export const useCheckMessages = messagesOf({
  en: {
    warnings: 'Before you send',
    severities: { BLOCKING: 'Blocks', WARNING: 'Warning', NOTE: 'Note' },
    places: { message: 'What', target: 'Who', schedule: 'When' },
    blocked: 'It cannot be sent. See the first point above.',
    toAccounts: 'See the accounts',
    unserved: (platform: string) => `Nothing is delivered to ${platform}.`,
    missing: (account: string, n: number) =>
      english(n, {
        single: `${account} has no account: {n} recipient gets nothing.`,
        many: `${account} has no account: {n} recipients get nothing.`,
      }),
    paused: (account: string, n: number) =>
      english(n, {
        single: `The account ${account} is paused: {n} recipient waits until it is resumed.`,
        many: `The account ${account} is paused: {n} recipients wait until it is resumed.`,
      }),
    resting: (account: string, until: string, n: number) =>
      english(n, {
        single: `The account ${account} retries at ${until}: {n} recipient waits.`,
        many: `The account ${account} retries at ${until}: {n} recipients wait.`,
      }),
    refused: (account: string) => `The provider refused the credentials of ${account} the last time.`,
    alsoSending: (name: string, more: number) =>
      more === 0
        ? `“${name}” is being sent over the same account. Both go slower.`
        : english(more, {
            single: `“${name}” and {n} other campaign are being sent over the same account. All go slower.`,
            many: `“${name}” and {n} other campaigns are being sent over the same account. All go slower.`,
          }),
    unknownValue: (name: string, where: string) =>
      `There is no attribute ${name}${where === '' ? '' : ` (${where})`}. Insert a known one, or create it.`,
    unknownLanguage: (name: string) =>
      `There is no language “${name}”, so no one would get its texts. Use a tag such as tr or pt-BR, or remove it.`,
    inContent: (n: string, text: string) => `Content ${n}: ${text}`,
    policy: {
      title: 'Held back by the contact policy',
      cap: (name: string) => `Frequency cap “${name}” is used up`,
      deferred: 'Of these, they get it when the cap has room',
      quietHours: 'They get it after their quiet hours',
      last: (at: string) => `The last ones get it at ${at}.`,
    },
    noUnsubscribeLink: (where: string) =>
      `The e-mail${where === '' ? '' : ` (${where})`} has no unsubscribe link. Add a footer, or @{unsubscribeUrl}.`,
    lacking: (name: string, share: string) => `${share} of the recipients checked have no value for ${name}.`,
    withoutMessage: (n: number, of: number) =>
      n === of
        ? 'No one would get a message. See the reasons below.'
        : `${n} of ${of} would get no message. See the reasons below.`,
    wrongType: (name: string, n: number) =>
      english(n, {
        single: `The only recipient has a value of ${name} that its filter cannot read.`,
        many: `All {n} people have a value of ${name} that its filter cannot read.`,
      }),
    gaps: (n: number) =>
      english(n, {
        single: 'It lacks something for {n} person. Confirm that, or give it a default below.',
        many: 'It lacks something for {n} people. Confirm that, or give it a default below.',
      }),
    noCategory: 'It has no category. People who opted out of a category get it anyway.',
    outlivesTtl: (takes: string, ttl: string) =>
      `It takes ${takes}, and its time to live is ${ttl}: the last ones get it when it is over.`,
    everybody: 'It is sent to all users.',
    recent: (n: number) =>
      english(n, {
        single: '{n} user of this audience also belongs to that of a campaign that left in the 24 hours before.',
        many: '{n} users of this audience also belong to that of a campaign that left in the 24 hours before.',
      }),
    recentUncounted: (campaigns: number) =>
      english(campaigns, {
        single: '{n} campaign left in the 24 hours before. How many users get both could not be counted.',
        many: '{n} campaigns left in the 24 hours before. How many users get both could not be counted.',
      }),
    behind: (span: string) =>
      `Audience counts are ${span} behind. This check reads the users themselves: exact, but slower.`,
    limits: {
      speed: 'Its own speed decides that.',
      account: 'A limit of the account decides that.',
      provider: 'A limit of the provider decides that.',
    },
    lack: 'Missing values',
    ofThem: (n: string, share: string) => `${n} (${share})`,
    showSamples: (n: number) => english(n, { single: 'Show it for {n} recipient', many: 'Show it for {n} recipients' }),
    samples: 'Preview for real recipients',
    samplesFault: 'They could not be shown.',
    noSamples: 'These people are no longer there. Check again.',
    hidden: (attribute: string) => `Values of ${attribute} are private, so no one is shown.`,
  },
  tr: {
    warnings: 'Göndermeden önce',
    severities: { BLOCKING: 'Engel', WARNING: 'Uyarı', NOTE: 'Not' },
    places: { message: 'Ne', target: 'Kime', schedule: 'Ne zaman' },
    blocked: 'Hiçbir şey yola çıkamaz. Engelleyen yukarıda ilk sırada.',
    toAccounts: 'Hesapları gör',
    unserved: (platform) => `${platform} platformuna hiçbir şey iletilmez.`,
    missing: (account, n) =>
      turkish(n, {
        single: `${account} için hesap yok: {n} alıcıya hiçbir şey ulaşmaz.`,
        many: `${account} için hesap yok: {n} alıcıya hiçbir şey ulaşmaz.`,
      }),
    paused: (account, n) =>
      turkish(n, {
        single: `${account} hesabı duraklatılmış: biri sürdürene dek {n} alıcı bekler.`,
        many: `${account} hesabı duraklatılmış: biri sürdürene dek {n} alıcı bekler.`,
      }),
    resting: (account, until, n) =>
      turkish(n, {
        single: `${account} hesabı ${until} saatine dek dinleniyor: {n} alıcı bekler.`,
        many: `${account} hesabı ${until} saatine dek dinleniyor: {n} alıcı bekler.`,
      }),
    refused: (account) => `Sağlayıcı ${account} kimlik bilgilerini son seferde reddetti.`,
    alsoSending: (name, more) =>
      more === 0
        ? `“${name}” aynı hesaptan gönderiliyor. İkisi de yavaşlar.`
        : turkish(more, {
            single: `“${name}” ve {n} başka kampanya aynı hesaptan gönderiliyor. Hepsi yavaşlar.`,
            many: `“${name}” ve {n} başka kampanya aynı hesaptan gönderiliyor. Hepsi yavaşlar.`,
          }),
    unknownValue: (name, where) =>
      `${name} diye bir özellik yok${where === '' ? '' : ` (${where})`}. Bilinen birini ekleyin ya da onu oluşturun.`,
    unknownLanguage: (name) =>
      `“${name}” diye bir dil yok, metinlerini kimse almazdı. tr ya da pt-BR gibi bir etiket kullanın ya da kaldırın.`,
    inContent: (n, text) => `${n}. içerik: ${text}`,
    policy: {
      title: 'İletişim kurallarının tuttuğu kişiler',
      cap: (name: string) => `“${name}” sıklık sınırı doldu`,
      deferred: 'Bunlardan, sınırda yer açılınca alacaklar',
      quietHours: 'Sessiz saatlerinden sonra alacaklar',
      last: (at: string) => `Sonuncular ${at} zamanında alır.`,
    },
    noUnsubscribeLink: (where) =>
      `E-postada${where === '' ? '' : ` (${where})`} abonelikten çıkma bağlantısı yok. Bir alt bilgi ya da @{unsubscribeUrl} ekleyin.`,
    lacking: (name, share) => `Bakılanların ${share} kadarında ${name} değeri yok.`,
    withoutMessage: (n, of) =>
      n === of
        ? 'Kimseye ileti gitmez. Nedenler aşağıda.'
        : `${of} kişiden ${n} kadarı iletisiz kalır. Nedenler aşağıda.`,
    wrongType: (name, n) =>
      turkish(n, {
        single: `${name} değerini süzgeci tek alıcıda okuyamıyor.`,
        many: `${name} değerini süzgeci hiç kimsede okuyamıyor: {n} kişi.`,
      }),
    gaps: (n) =>
      turkish(n, {
        single: '{n} kişi için bir şey eksik. Bunu onaylayın ya da aşağıda bir varsayılan verin.',
        many: '{n} kişi için bir şey eksik. Bunu onaylayın ya da aşağıda bir varsayılan verin.',
      }),
    noCategory: 'Kategorisi yok. Bir ileti türünü istemeyenler de alır.',
    outlivesTtl: (takes, ttl) => `${takes} sürer, geçerlilik süresi ise ${ttl}: son alıcılara bittikten sonra ulaşır.`,
    everybody: 'Herkese gider.',
    recent: (n) =>
      turkish(n, {
        single: 'Bu kitleden {n} kullanıcı, önceki 24 saatte yola çıkan bir kampanyanın kitlesinde de var.',
        many: 'Bu kitleden {n} kullanıcı, önceki 24 saatte yola çıkan bir kampanyanın kitlesinde de var.',
      }),
    recentUncounted: (campaigns) =>
      turkish(campaigns, {
        single: 'Önceki 24 saatte {n} kampanya yola çıktı. İkisini de kaç kullanıcının alacağı sayılamadı.',
        many: 'Önceki 24 saatte {n} kampanya yola çıktı. Birden çoğunu kaç kullanıcının alacağı sayılamadı.',
      }),
    behind: (span) => `Kitle dizini ${span} geride. Sayımlar satırları okur: doğru ama yavaş.`,
    limits: {
      speed: 'Bunu kendi hızı belirler.',
      account: 'Bunu hesabın bir sınırı belirler.',
      provider: 'Bunu sağlayıcının bir sınırı belirler.',
    },
    lack: 'Kişilerde olmayan değerler',
    ofThem: (n, share) => `${n} (${share})`,
    showSamples: (n) => turkish(n, { single: '{n} alıcı için göster', many: '{n} alıcı için göster' }),
    samples: 'Gerçek alıcılara ulaşacağı gibi',
    samplesFault: 'Gösterilemediler.',
    noSamples: 'Bu kişiler artık yok. Yeniden denetleyin.',
    hidden: (attribute) => `${attribute} değerleri gizli, bu yüzden kimse gösterilmez.`,
  },
});

import { pluralOf } from '../../i18n/plural.js';
import { messagesOf } from '../../i18n/i18n.js';

const english = pluralOf('en');
const turkish = pluralOf('tr');

/** Labels of a send before it leaves: its look, and its reach. */
export const useSendMessages = messagesOf({
  en: {
    size: (bytes: string, limit: string) => `${bytes} of ${limit} bytes`,
    bytes: (bytes: string) => `${bytes} bytes`,
    notMade: (reason: string) => `Not sent: ${reason}`,
    needsValues: (names: string) =>
      `It cannot be shown without a value of ${names}. Preview it as a person, or give each placeholder a default.`,
    planned: (n: number) => english(n, { single: 'recipient', many: 'recipients' }),
    ofUsers: (n: number) => english(n, { single: 'of {n} user who matches', many: 'of {n} users who match' }),
    arePeople: (n: number) =>
      english(n, {
        single: 'They are {n} person: several share an address.',
        many: 'They are {n} people: some share an address.',
      }),
    byPlatform: 'By platform',
    leftOut: 'Left out',
    kinds: { push: 'push', email: 'e-mail', sms: 'text message', whatsapp: 'WhatsApp', chat: 'chat' },
    takes: (time: string) => `Sending takes at least ${time}.`,
    willSkip: 'Recipients without a message',
    looked: (n: number) => english(n, { single: '{n} recipient checked', many: '{n} recipients checked' }),
    accountWaits: 'Its account is paused or retries later: messages wait.',
    startsAt: (time: string) => `Send time: ${time}.`,
    needsApprovals: (n: number) =>
      english(n, {
        single: 'It waits for an approval before it is sent.',
        many: 'It waits for {n} approvals before it is sent.',
      }),
    noUsers: 'No recipients.',
    goesByCheck: (n: string) =>
      `More than ${n} recipients are not counted again. For ten minutes the launch goes by this number, and whom it reaches may differ by 1% at most.`,
    counted: (share: string) => `${share} counted. You may go on writing; a change needs another check.`,
    stop: 'Stop counting',
    stopped: 'The check was stopped. Check it again.',
    payloadOf: (platform: string) => `Payload: ${platform}`,
    segments: (n: number) => english(n, { single: '{n} segment', many: '{n} segments' }),
    characters: (n: string, room: string) => `${n} of ${room} characters`,
    wide: 'a character outside the GSM alphabet makes segments shorter',
    shade: 'Notification shade',
    shades: { opened: 'Expanded', closed: 'Collapsed' },
    view: 'Shown as',
    views: { wide: 'Desktop', phone: 'Phone', dark: 'Dark mode', text: 'Plain text' },
    inverted: 'The e-mail has no colours for dark mode. Many mail programs invert them, roughly like this.',
    showPictures: 'Show pictures of other servers',
    hidePictures: 'Hide pictures of other servers',
    mailOf: (subject: string) => `Mail: ${subject}`,
  },
  tr: {
    size: (bytes, limit) => `${limit} bayttan ${bytes}`,
    bytes: (bytes) => `${bytes} bayt`,
    notMade: (reason) => `Hiçbir şey ulaşmaz: ${reason}`,
    needsValues: (names) =>
      `${names} değeri olmadan gösterilemez. Bir kişi olarak önizleyin ya da her yer tutucuya varsayılan verin.`,
    planned: (n) => turkish(n, { single: 'alıcı', many: 'alıcı' }),
    ofUsers: (n) => turkish(n, { single: 'uyan {n} kullanıcıdan', many: 'uyan {n} kullanıcıdan' }),
    arePeople: (n) =>
      turkish(n, { single: 'Ortak adresler sayılınca {n} kişi.', many: 'Ortak adresler sayılınca {n} kişi.' }),
    byPlatform: 'Platforma göre',
    leftOut: 'Dışarıda kalanlar',
    kinds: { push: 'bildirim', email: 'e-posta', sms: 'kısa mesaj', whatsapp: 'WhatsApp', chat: 'sohbet' },
    takes: (time) => `En az ${time} sürer.`,
    willSkip: 'Planlanıp iletisiz kalanlar',
    looked: (n) => turkish(n, { single: '{n} alıcıya bakıldı', many: '{n} alıcıya bakıldı' }),
    accountWaits: 'Hesabı duraklatılmış ya da dinleniyor: iletiler bekler.',
    startsAt: (time) => `${time} yola çıkar.`,
    needsApprovals: (n) =>
      turkish(n, { single: 'Gönderilmeden önce bir onay bekler.', many: 'Gönderilmeden önce {n} onay bekler.' }),
    noUsers: 'Kimseye ulaşmaz.',
    goesByCheck: (n) =>
      `${n} alıcıdan fazlası yeniden sayılmaz. Gönderim on dakika boyunca bu sayıya göre yapılır; ulaştığı kişiler en çok %1 değişebilir.`,
    counted: (share) => `${share} sayıldı. Yazmayı sürdürebilirsiniz; bir değişiklik yeni bir denetim ister.`,
    stop: 'Saymayı durdur',
    stopped: 'Denetim durduruldu. Yeniden denetleyin.',
    payloadOf: (platform) => `Sağlayıcıya verilen: ${platform}`,
    segments: (n) => turkish(n, { single: '{n} parça', many: '{n} parça' }),
    characters: (n, room) => `${room} karakterden ${n}`,
    wide: 'GSM alfabesinde olmayan bir karakter parçaları kısaltır',
    shade: 'Bildirim panelinde',
    shades: { opened: 'Açılmış', closed: 'Kapalı' },
    view: 'Görünüm',
    views: { wide: 'Bilgisayarda', phone: 'Telefonda', dark: 'Karanlıkta', text: 'Metin kısmı' },
    inverted: 'E-postanın karanlık için kendi renkleri yok. Birçok program renkleri yaklaşık böyle tersine çevirir.',
    showPictures: 'Başka sunucuların görsellerini göster',
    hidePictures: 'Başka sunucuların görsellerini gizle',
    mailOf: (subject) => `E-posta: ${subject}`,
  },
});

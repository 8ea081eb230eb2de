import { messagesOf } from '../../i18n/i18n.js';

type Texts = Readonly<Record<string, string>>;

const channels: Texts = {
  apns: 'iPhone',
  fcm: 'Android',
  webpush: 'Browser',
  smtp: 'E-mail',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  chat: 'Chat',
};

export const useDrillMessages = messagesOf({
  en: {
    title: 'Fault drill',
    note: 'Simulated accounts only',
    about:
      'Sends a copy of this campaign to simulated providers that fail on purpose, and checks that no message is lost or sent twice.',
    start: 'Start a drill',
    ask: 'A copy goes to the simulators, to nobody else. While it runs, other sends of this application meet the same faults.',
    unavailable: 'Provider is away (503), % of attempts',
    reset: 'Connection is lost, % of attempts',
    timeout: 'Accepted without an answer, % of attempts',
    size: 'Users at most',
    share: 'A number from 0 to 50.',
    sizeHelp: 'Chosen at random from the audience, at most 10,000.',
    started: 'The drill is starting.',
    asked: 'It starts in a moment.',
    running: 'The copy is being sent. What is cut or refused is tried again, so this may take minutes.',
    open: (open: string, planned: string) => `${open} of ${planned} have no result yet.`,
    retries: (retries: string, next: string, last: string) =>
      `${retries} of them were refused or cut, and are tried again from ${next} to ${last}.`,
    patience:
      'Mails are tried again after 1, 5, 15 and 60 minutes, so a drill with them takes up to half an hour. After 45 minutes it is judged as it stands.',
    waiting: (waiting: string) =>
      `After 45 minutes ${waiting} still waited. They are neither lost nor sent, and go on.`,
    copy: 'The copy',
    channels,
    channel: 'Channel',
    recipients: 'Recipients',
    arrived: 'Arrived',
    lost: 'lost',
    twice: 'twice',
    listed: 'listed',
    lostName: 'Lost',
    twiceName: 'Twice',
    listedName: 'Listed',
    failed: 'Failed',
    clean: 'Nothing was lost, and everything that came twice is listed as in doubt.',
    unclean: (lost: string, unlisted: string) => `${lost} lost, and ${unlisted} came twice without being listed.`,
    broken: 'It could not be judged',
    earlier: 'Earlier drills',
    at: 'When',
    faults: (away: string, cut: string, silent: string, size: string) =>
      `${away} away, ${cut} cut, ${silent} silent, ${size} users at most`,
    took: (seconds: string) => `${seconds} s`,
    result: 'Result',
    by: (name: string, time: string) => `${name}, ${time}`,
  },
  tr: {
    title: 'Arıza tatbikatı',
    note: 'Yalnız benzetim hesapları',
    about:
      'Benzetim sağlayıcıları bilerek aksarken bu kampanyanın bir kopyasını gönderir ve her birinin sonucunu sayar.',
    start: 'Tatbikat başlat',
    ask: 'Kopya yalnız benzetimlere gider, başka kimseye gitmez. Sürerken bu uygulamanın öteki gönderimleri de aynı arızalarla karşılaşır.',
    unavailable: 'Sağlayıcı yok (503), denemelerin yüzdesi',
    reset: 'Bağlantı kesilir, denemelerin yüzdesi',
    timeout: 'Alınır ama yanıtlanmaz, denemelerin yüzdesi',
    size: 'En çok kullanıcı',
    share: '0 ile 50 arasında bir sayı.',
    sizeHelp: 'Hedeften eşit olasılıkla seçilir, en çok 10.000.',
    started: 'Tatbikat başlıyor.',
    asked: 'Birazdan başlıyor.',
    running: 'Kopya gönderiliyor. Kesilen ya da reddedilenler yeniden denenir; bu dakikalar sürebilir.',
    open: (open: string, planned: string) => `${planned} alıcıdan ${open} tanesinin henüz sonucu yok.`,
    retries: (retries: string, next: string, last: string) =>
      `Bunlardan ${retries} tanesi reddedildi ya da kesildi; ${next} ile ${last} arasında yeniden denenir.`,
    patience:
      'E-postalar 1, 5, 15 ve 60 dakika sonra yeniden denenir; böyle bir tatbikat yarım saat sürebilir. 45 dakika sonra o anki durumuyla değerlendirilir.',
    waiting: (waiting: string) =>
      `45 dakika sonra ${waiting} alıcı hâlâ bekliyordu. Ne kayıp ne gönderilmiş sayılırlar; denemeler sürer.`,
    copy: 'Kopya',
    channels: { ...channels, webpush: 'Tarayıcı', smtp: 'E-posta' },
    channel: 'Kanal',
    recipients: 'Alıcılar',
    arrived: 'Ulaştı',
    lost: 'kayıp',
    twice: 'iki kez',
    listed: 'listelendi',
    lostName: 'Kayıp',
    twiceName: 'İki kez',
    listedName: 'Listelenen',
    failed: 'Başarısız',
    clean: 'Hiçbir şey kaybolmadı; iki kez ulaşan her ileti kuşkulu olarak listelendi.',
    unclean: (lost: string, unlisted: string) => `${lost} kayıp; ${unlisted} ileti listelenmeden iki kez ulaştı.`,
    broken: 'Değerlendirilemedi',
    earlier: 'Önceki tatbikatlar',
    at: 'Zaman',
    faults: (away: string, cut: string, silent: string, size: string) =>
      `${away} yok, ${cut} kesik, ${silent} sessiz, en çok ${size} kullanıcı`,
    took: (seconds: string) => `${seconds} sn`,
    result: 'Sonuç',
    by: (name: string, time: string) => `${name}, ${time}`,
  },
});

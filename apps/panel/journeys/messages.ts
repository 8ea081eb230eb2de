import { messagesOf } from '../i18n/i18n.js';
import { pluralOf } from '../i18n/plural.js';

type Texts = Readonly<Record<string, string>>;

const englishPlural = pluralOf('en');
const turkishPlural = pluralOf('tr');
/** Branches that every journey names so; those of splits have names of their own. */
const english: Texts = { came: 'after the event', yes: 'if so', no: 'if not', failed: 'if it fails' };
const turkish: Texts = { came: 'olaydan sonra', yes: 'öyleyse', no: 'değilse', failed: 'başarısız olursa' };

export const useJourneyMessages = messagesOf({
  en: {
    title: 'Journeys',
    subtitle: 'Messages that follow the events of a person.',
    none: 'No journey yet',
    noneHelp:
      'A journey lets people in by an event, waits, and sends: a reminder of a full cart, a welcome after the first order. Journeys are a section of the set-up and of the application file.',
    setUp: 'Set up a journey',
    begin: 'New journey',
    edit: 'Edit',
    drafts: 'Drafts',
    draftBy: (name: string, ago: string) => `${name}, ${ago}`,
    askSetUp: 'Ask a member who may change the set-up to add one.',
    name: 'Name',
    state: 'State',
    entered: 'Entered',
    inside: 'Inside',
    left: 'Left',
    converted: 'Converted',
    insideNow: (n: number) => englishPlural(n, { single: 'person inside now', many: 'people inside now' }),
    perKey: (code: string) => `A person is counted once for each value of ${code}.`,
    entry: 'Entry',
    entryBy: (event: string) => `by the event ${event}`,
    entryBySegment: (name: string) => `by the segment ${name}`,
    entryByDate: (attribute: string) => `on the date in ${attribute}`,
    entryByRequest: 'by a request of a server',
    entryByAudience: 'with an audience, by the clock',
    goal: 'Goal',
    goalBy: (event: string) => `the event ${event} ends the journey`,
    goalNone: 'none',
    version: 'Version',
    ofLeft: (share: string) => `${share} of those who left`,
    late: 'Too late to enter',
    lateHelp: 'Events that were too old when they arrived.',
    looped: 'Refused in a loop',
    loopedHelp: 'Entries of people who entered again and again within a day.',
    heldOut: 'Control group',
    heldOutRates: (control: string, reached: string) =>
      `${control} of them reached the goal, ${reached} of the others.`,
    effect: (points: string, from: string, to: string) =>
      `That is ${points} percentage points by the messages (${from} to ${to} at 95 %).`,
    steps: 'Steps',
    step: 'Step',
    passed: 'Passed',
    ways: english,
    at: (step: string) => `People at the step ${step}`,
    show: (step: string) => `Show the people at the step ${step}`,
    person: 'Person',
    since: 'Here since',
    until: 'Goes on',
    soon: 'at the next run, within seconds',
    afterPause: 'after the pause',
    nobody: 'No one is at this step now.',
    nameless: (uid: string) => `User ${uid}`,
    versions: 'Versions',
    versionsHelp: 'People finish the version that they entered.',
    newest: 'newest',
    missing: 'There is no such journey',
    missingHelp: 'It may have been removed from the application file.',
    pause: 'Pause',
    resume: 'Resume',
    start: 'Switch on',
    drain: 'Close the entry',
    stop: 'Stop',
    pauseAsk: (n: number) =>
      englishPlural(n, {
        single: '{n} person is inside and stays at the step. No one enters, and no message leaves.',
        many: '{n} people are inside and stay at their steps. No one enters, and no message leaves.',
      }),
    pauseThen: 'Waits go on: people who are due by then go on as soon as you resume.',
    resumeAsk: (n: number) =>
      englishPlural(n, {
        single: '{n} person is inside and goes on: at once if it is due, else at its time. Others can enter.',
        many: '{n} people are inside and go on: those who are due at once, the others at their time. Others can enter.',
      }),
    openAsk: (n: number) =>
      englishPlural(n, {
        single: 'People can enter again. The {n} person inside goes on as before.',
        many: 'People can enter again. The {n} people inside go on as before.',
      }),
    startAsk: 'People can enter from now on. Events of the past let no one in.',
    drainAsk: (n: number) =>
      englishPlural(n, {
        single: 'No one enters any more. The {n} person inside goes on to the end, and gets its messages.',
        many: 'No one enters any more. The {n} people inside go on to the end, and get their messages.',
      }),
    stopAsk: (n: number) =>
      englishPlural(n, {
        single: '{n} person is inside and leaves within seconds, wherever it is.',
        many: '{n} people are inside and leave within seconds, wherever they are.',
      }),
    stopThen:
      'They get nothing more of this journey and do not come back when it is switched on again. Messages that were handed over are still delivered.',
    stopName: (name: string) => `Type ${name} to stop it`,
    stopNow: (n: string) => `Stop, and let ${n} leave`,
    waits: 'It waits for an approval.',
    done: {
      pause: 'The journey is paused.',
      resume: 'The journey is on.',
      drain: 'The entry is closed.',
      stop: 'The journey is stopped.',
    },
  },
  tr: {
    title: 'Yolculuklar',
    subtitle: 'Bir kişinin olaylarını izleyen mesajlar.',
    none: 'Henüz yolculuk yok',
    noneHelp:
      'Yolculuk kişileri bir olayla içeri alır, bekler ve gönderir: dolu sepeti hatırlatır, ilk siparişten sonra karşılar. Yolculuklar kurulumun ve uygulama dosyasının bir bölümüdür.',
    setUp: 'Yolculuk kur',
    begin: 'Yeni yolculuk',
    edit: 'Düzenle',
    drafts: 'Taslaklar',
    draftBy: (name, ago) => `${name}, ${ago}`,
    askSetUp: 'Kurulumu değiştirebilen bir üyeden eklemesini isteyin.',
    name: 'Ad',
    state: 'Durum',
    entered: 'Giren',
    inside: 'İçeride',
    left: 'Ayrılan',
    converted: 'Hedefe ulaşan',
    insideNow: (n) => turkishPlural(n, { single: 'kişi şu anda içeride', many: 'kişi şu anda içeride' }),
    perKey: (code) => `Bir kişi her ${code} değeri için bir kez sayılır.`,
    entry: 'Giriş',
    entryBy: (event) => `${event} olayıyla`,
    entryBySegment: (name) => `${name} segmenti ile`,
    entryByDate: (attribute) => `${attribute} tarihinde`,
    entryByRequest: 'bir sunucunun isteği ile',
    entryByAudience: 'bir kitle ile, saatinde',
    goal: 'Hedef',
    goalBy: (event) => `${event} olayı yolculuğu bitirir`,
    goalNone: 'yok',
    version: 'Sürüm',
    ofLeft: (share) => `ayrılanların ${share} kadarı`,
    late: 'Giriş için geç kalan',
    lateHelp: 'Geldiklerinde çok eski olan olaylar.',
    looped: 'Döngüde reddedilen',
    loopedHelp: 'Bir gün içinde durmadan yeniden giren kişilerin girişleri.',
    heldOut: 'Kontrol grubu',
    heldOutRates: (control, reached) => `Bunların ${control} kadarı hedefe ulaştı, diğerlerinin ${reached} kadarı.`,
    effect: (points, from, to) => `Mesajların etkisi ${points} yüzde puan (%95 ile ${from} – ${to}).`,
    steps: 'Adımlar',
    step: 'Adım',
    passed: 'Geçen',
    ways: turkish,
    at: (step) => `${step} adımındaki kişiler`,
    show: (step) => `${step} adımındaki kişileri göster`,
    person: 'Kişi',
    since: 'Buradaki başlangıç',
    until: 'Devam edeceği zaman',
    soon: 'sıradaki çalışmada, saniyeler içinde',
    afterPause: 'duraklama bitince',
    nobody: 'Şu anda bu adımda kimse yok.',
    nameless: (uid) => `Kullanıcı ${uid}`,
    versions: 'Sürümler',
    versionsHelp: 'Kişiler girdikleri sürümü tamamlar.',
    newest: 'en yeni',
    missing: 'Böyle bir yolculuk yok',
    missingHelp: 'Uygulama dosyasından kaldırılmış olabilir.',
    pause: 'Duraklat',
    resume: 'Sürdür',
    start: 'Aç',
    drain: 'Girişi kapat',
    stop: 'Durdur',
    pauseAsk: (n) =>
      turkishPlural(n, {
        single: '{n} kişi içeride ve adımında kalır. Kimse girmez, mesaj çıkmaz.',
        many: '{n} kişi içeride ve adımlarında kalır. Kimse girmez, mesaj çıkmaz.',
      }),
    pauseThen: 'Bekleme süreleri işlemeye devam eder: süresi dolanlar siz sürdürünce hemen ilerler.',
    resumeAsk: (n) =>
      turkishPlural(n, {
        single: '{n} kişi içeride ve ilerler: süresi dolduysa hemen, değilse zamanında. Başkaları girebilir.',
        many: '{n} kişi içeride ve ilerler: süresi dolanlar hemen, diğerleri zamanında. Başkaları girebilir.',
      }),
    openAsk: (n) =>
      turkishPlural(n, {
        single: 'Kişiler yeniden girebilir. İçerideki {n} kişi eskisi gibi ilerler.',
        many: 'Kişiler yeniden girebilir. İçerideki {n} kişi eskisi gibi ilerler.',
      }),
    startAsk: 'Kişiler bundan sonra girebilir. Geçmişteki olaylar kimseyi içeri almaz.',
    drainAsk: (n) =>
      turkishPlural(n, {
        single: 'Artık kimse girmez. İçerideki {n} kişi sona kadar ilerler ve mesajlarını alır.',
        many: 'Artık kimse girmez. İçerideki {n} kişi sona kadar ilerler ve mesajlarını alır.',
      }),
    stopAsk: (n) =>
      turkishPlural(n, {
        single: '{n} kişi içeride ve nerede olursa olsun saniyeler içinde ayrılır.',
        many: '{n} kişi içeride ve nerede olurlarsa olsunlar saniyeler içinde ayrılır.',
      }),
    stopThen:
      'Bu yolculuktan başka bir şey almazlar ve yeniden açıldığında geri gelmezler. Teslim edilmiş mesajlar yine gönderilir.',
    stopName: (name) => `Durdurmak için ${name} yazın`,
    stopNow: (n) => `Durdur, ${n} kişi ayrılsın`,
    waits: 'Onay bekliyor.',
    done: {
      pause: 'Yolculuk duraklatıldı.',
      resume: 'Yolculuk açık.',
      drain: 'Giriş kapatıldı.',
      stop: 'Yolculuk durduruldu.',
    },
  },
});

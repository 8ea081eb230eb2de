import { messagesOf } from '../../i18n/i18n.js';

type Texts = Readonly<Record<string, string>>;

const english: Texts = { on: 'On', paused: 'Paused', closed: 'Closed', off: 'Off' };
const turkish: Texts = { on: 'Açık', paused: 'Duraklatıldı', closed: 'Girişe kapalı', off: 'Kapalı' };

/** Ends of visits, and reasons for which messages are kept back or people may not enter. */
const englishReasons: Texts = {
  END: 'reached the end',
  EXIT: 'exit step',
  GOAL: 'reached the goal',
  STOPPED: 'the journey was stopped',
  NO_MESSAGE: 'the message of the step was deleted',
  LATE: 'its time had long passed',
  LOOP: 'too many steps in a loop',
  MOVED: 'the step was removed',
  UNREACHABLE: 'not reached: no device, address or consent',
  HOLDOUT: 'in the control group',
  QUIET_HOURS: 'over before the quiet hours ended',
  FREQUENCY_CAP: 'over a frequency cap',
  LATER: 'would leave after these days',
  inside: 'was inside',
  again: 'entered too short a time ago',
  looped: 'entered again and again',
  limited: 'over the limit of entries',
  late: 'the event was too old',
};
/** Ways out of steps; those of splits have names of their own. */
const englishWays: Texts = {
  came: 'it came',
  else: 'it did not come',
  yes: 'yes',
  no: 'no',
  failed: 'the call failed',
  accepted: 'the call was taken',
};
/** Results of messages. */
const englishResults: Texts = {
  MessageSent: 'message sent',
  MessageFailed: 'message failed',
  MessageSkipped: 'message skipped',
  MessageOpened: 'message opened',
  MessageClicked: 'message clicked',
  MessageBounced: 'message bounced',
  Unsubscribed: 'unsubscribed',
};
const turkishReasons: Texts = {
  END: 'sona kadar gitti',
  EXIT: 'bir çıkıştan ayrıldı',
  GOAL: 'hedefe ulaştı',
  STOPPED: 'yolculuk durduruldu',
  NO_MESSAGE: 'adımın mesajı artık yok',
  LATE: 'zamanı çoktan geçmişti',
  LOOP: 'adımlar arasında dönüp duruyordu',
  MOVED: 'adım artık yok',
  UNREACHABLE: 'ulaşılamadı: cihaz, adres veya izin yok',
  HOLDOUT: 'kontrol grubunda',
  QUIET_HOURS: 'sessiz saatler bitmeden süresi doldu',
  FREQUENCY_CAP: 'sıklık sınırını aştı',
  LATER: 'bu günlerden sonra gider',
  inside: 'zaten içerideydi',
  again: 'kısa süre önce girmişti',
  looped: 'durmadan yeniden girdi',
  limited: 'giriş sınırını aştı',
  late: 'olay çok eskiydi',
};
const turkishWays: Texts = {
  came: 'geldi',
  else: 'gelmedi',
  yes: 'evet',
  no: 'hayır',
  failed: 'çağrı başarısız',
  accepted: 'çağrı alındı',
};

const turkishResults: Texts = {
  MessageSent: 'mesaj gönderildi',
  MessageFailed: 'mesaj gönderilemedi',
  MessageSkipped: 'mesaj atlandı',
  MessageOpened: 'mesaj açıldı',
  MessageClicked: 'mesaja tıklandı',
  MessageBounced: 'mesaj geri döndü',
  Unsubscribed: 'abonelikten çıktı',
};

export const useJourneyStepMessages = messagesOf({
  en: {
    states: english,
    wait: (span: string) => `waits ${span}`,
    waitTime: (time: string) => `waits until ${time}`,
    waitDate: (attribute: string) => `waits for the date in ${attribute}`,
    branch: 'asks a condition',
    split: 'splits people at random',
    goTo: (step: string) => `goes on at ${step}`,
    waitFor: (event: string, span: string) => `waits for the event ${event}, at most ${span}`,
    send: (message: string) => `sends “${message}”`,
    sendTo: (platforms: string) => `sends contents to ${platforms}`,
    batch: (span: string) => `collects events for ${span}`,
    throttle: (people: string, span: string) => `lets ${people} people pass in ${span}`,
    webhook: (hook: string) => `calls the webhook ${hook}`,
    set: 'writes attributes or tags',
    exit: 'leaves the journey',
    former: 'a step of an older version',
    reasons: englishReasons,
    ways: englishWays,
    results: englishResults,
    arm: (name: string) => `arm ${name}`,
    from: (journey: string, step: string) => `From the journey ${journey}, step ${step}`,
  },
  tr: {
    states: turkish,
    wait: (span: string) => `${span} bekler`,
    waitTime: (time: string) => `saat ${time} olana kadar bekler`,
    waitDate: (attribute: string) => `${attribute} tarihini bekler`,
    branch: 'bir koşula bakar',
    split: 'kişileri rastgele böler',
    goTo: (step: string) => `${step} adımına gider`,
    waitFor: (event: string, span: string) => `${event} olayını en çok ${span} bekler`,
    send: (message: string) => `“${message}” mesajını gönderir`,
    sendTo: (platforms: string) => `${platforms} için içerik gönderir`,
    batch: (span: string) => `${span} boyunca olayları toplar`,
    throttle: (people: string, span: string) => `${span} içinde ${people} kişi geçirir`,
    webhook: (hook: string) => `${hook} web kancasını çağırır`,
    set: 'özellik veya etiket yazar',
    exit: 'yolculuktan çıkar',
    former: 'eski bir sürümün adımı',
    reasons: turkishReasons,
    ways: turkishWays,
    results: turkishResults,
    arm: (name: string) => `${name} kolu`,
    from: (journey: string, step: string) => `${journey} yolculuğundan, ${step} adımı`,
  },
});

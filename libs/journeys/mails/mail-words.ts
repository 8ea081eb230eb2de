import type { AlarmKind } from '../watching/alarm.types.js';

/** Figures of an alarm as a sentence has them. */
export interface AlarmWords {
  step: string;
  hours: string;
  seen: string;
  usual: string;
}

/** The texts of mails about journeys. */
export interface MailWords {
  locale: string;
  alarms(app: string, count: number): string;
  began: string;
  ended: string;
  kinds: Record<AlarmKind, (words: AlarmWords) => string>;
  since(time: string): string;
  lasted(from: string, to: string): string;
  more(count: string): string;
  digest(app: string): string;
  week(from: string, to: string): string;
  people(words: { entered: string; left: string; converted: string }): string;
  before(words: { entered: string; converted: string }): string;
  alarmed: string;
  off: string;
  own: string;
}

const en: MailWords = {
  locale: 'en',
  alarms: (app, count) => (count === 1 ? `${app}: an alarm of a journey` : `${app}: ${count} alarms of journeys`),
  began: 'Began',
  ended: 'Ended',
  kinds: {
    SILENT: ({ hours, usual }) => `no one entered within ${hours} h (usually at least ${usual})`,
    SURGE: ({ hours, seen, usual }) => `${seen} people entered within ${hours} h (usually at most ${usual})`,
    STOPPED: ({ step, hours, usual }) => `no one came to step ${step} within ${hours} h (usually at least ${usual})`,
    FAILING: ({ step, hours, seen, usual }) => `${seen} of ${usual} messages of step ${step} failed within ${hours} h`,
  },
  since: (time) => `since ${time}`,
  lasted: (from, to) => `from ${from} to ${to}`,
  more: (count) => `And ${count} more.`,
  digest: (app) => `${app}: the week of the journeys`,
  week: (from, to) => `From ${from} to ${to}:`,
  people: ({ entered, left, converted }) => `${entered} entered, ${left} left, ${converted} converted`,
  before: ({ entered, converted }) => `the week before: ${entered} entered, ${converted} converted`,
  alarmed: 'Alarms',
  off: 'No more e-mails of this kind:',
  own: 'You can turn these e-mails off on your own page of the panel.',
};

const tr: MailWords = {
  locale: 'tr',
  alarms: (app, count) => (count === 1 ? `${app}: bir yolculuk alarmı` : `${app}: ${count} yolculuk alarmı`),
  began: 'Başladı',
  ended: 'Bitti',
  kinds: {
    SILENT: ({ hours, usual }) => `${hours} saat içinde kimse girmedi (genelde en az ${usual})`,
    SURGE: ({ hours, seen, usual }) => `${hours} saat içinde ${seen} kişi girdi (genelde en çok ${usual})`,
    STOPPED: ({ step, hours, usual }) => `${hours} saat içinde ${step} adımına kimse gelmedi (genelde en az ${usual})`,
    FAILING: ({ step, hours, seen, usual }) =>
      `${step} adımının ${usual} mesajından ${seen} tanesi ${hours} saat içinde başarısız oldu`,
  },
  since: (time) => `${time} tarihinden beri`,
  lasted: (from, to) => `${from} – ${to}`,
  more: (count) => `Ve ${count} tane daha.`,
  digest: (app) => `${app}: yolculukların haftası`,
  week: (from, to) => `${from} – ${to}:`,
  people: ({ entered, left, converted }) => `${entered} kişi girdi, ${left} kişi çıktı, ${converted} kişi dönüştü`,
  before: ({ entered, converted }) => `önceki hafta: ${entered} kişi girdi, ${converted} kişi dönüştü`,
  alarmed: 'Alarmlar',
  off: 'Bu tür e-postaları artık almayın:',
  own: 'Bu e-postaları paneldeki kendi sayfanızdan kapatabilirsiniz.',
};

const de: MailWords = {
  locale: 'de',
  alarms: (app, count) => (count === 1 ? `${app}: ein Alarm einer Journey` : `${app}: ${count} Alarme von Journeys`),
  began: 'Begonnen',
  ended: 'Beendet',
  kinds: {
    SILENT: ({ hours, usual }) => `in ${hours} Stunden trat niemand ein (sonst mindestens ${usual})`,
    SURGE: ({ hours, seen, usual }) => `in ${hours} Stunden traten ${seen} Personen ein (sonst höchstens ${usual})`,
    STOPPED: ({ step, hours, usual }) =>
      `in ${hours} Stunden kam niemand zum Schritt ${step} (sonst mindestens ${usual})`,
    FAILING: ({ step, hours, seen, usual }) =>
      `${seen} von ${usual} Nachrichten des Schritts ${step} schlugen in ${hours} Stunden fehl`,
  },
  since: (time) => `seit ${time}`,
  lasted: (from, to) => `von ${from} bis ${to}`,
  more: (count) => `Und ${count} weitere.`,
  digest: (app) => `${app}: die Woche der Journeys`,
  week: (from, to) => `Von ${from} bis ${to}:`,
  people: ({ entered, left, converted }) => `${entered} eingetreten, ${left} ausgetreten, ${converted} am Ziel`,
  before: ({ entered, converted }) => `in der Woche davor: ${entered} eingetreten, ${converted} am Ziel`,
  alarmed: 'Alarme',
  off: 'Keine E-Mails dieser Art mehr:',
  own: 'Auf Ihrer eigenen Seite des Panels können Sie diese E-Mails abstellen.',
};

export const MAIL_WORDS = { en, tr, de };

import { messagesOf } from '../../../i18n/i18n.js';

/** Texts of alarms and of the week. */
export const useAlarmMessages = messagesOf({
  en: {
    title: 'Alarms',
    note: 'What is out of the ordinary of the seven days before.',
    silent: (hours: string, usual: string) =>
      `No one entered within ${hours} h. On each of the seven days before it were ${usual} at least.`,
    surge: (hours: string, seen: string, usual: string) =>
      `${seen} entered within ${hours} h. On the busiest of the seven days before it were ${usual}.`,
    stopped: (step: string, hours: string, usual: string) =>
      `No one came to ${step} within ${hours} h. On each of the seven days before it were ${usual} at least.`,
    failing: (step: string, seen: string, usual: string, hours: string) =>
      `${seen} of ${usual} messages of ${step} failed within ${hours} h.`,
    since: (at: string) => `Since ${at}`,
    over: (from: string, to: string) => `${from} to ${to}`,
    week: 'The last seven days',
    weekNote: 'Beside the seven days before.',
    journey: 'Journey',
    entered: 'Entered',
    converted: 'Converted',
    left: 'Left',
    alarms: 'Alarms',
    before: (count: string) => `${count} before`,
  },
  tr: {
    title: 'Alarmlar',
    note: 'Önceki yedi günün olağanı dışında olanlar.',
    silent: (hours, usual) =>
      `${hours} saat içinde kimse girmedi. Önceki yedi günün her birinde en az ${usual} kişiydi.`,
    surge: (hours, seen, usual) =>
      `${hours} saat içinde ${seen} kişi girdi. Önceki yedi günün en yoğununda ${usual} kişiydi.`,
    stopped: (step, hours, usual) =>
      `${hours} saat içinde ${step} adımına kimse gelmedi. Önceki yedi günün her birinde en az ${usual} kişiydi.`,
    failing: (step, seen, usual, hours) =>
      `${step} adımının ${usual} mesajından ${seen} tanesi ${hours} saat içinde başarısız oldu.`,
    since: (at) => `Başlangıç ${at}`,
    over: (from, to) => `${from} – ${to}`,
    week: 'Son yedi gün',
    weekNote: 'Önceki yedi günün yanında.',
    journey: 'Yolculuk',
    entered: 'Giren',
    converted: 'Hedefe ulaşan',
    left: 'Ayrılan',
    alarms: 'Alarmlar',
    before: (count) => `önce ${count}`,
  },
});

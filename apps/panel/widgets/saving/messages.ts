import { pluralOf } from '../../i18n/plural.js';
import { messagesOf } from '../../i18n/i18n.js';

const english = pluralOf('en');
const turkish = pluralOf('tr');

export const useSavingMessages = messagesOf({
  en: {
    begins: 'Looking for the lines …',
    lines: (n: number) => english(n, { single: '{n} line so far …', many: '{n} lines so far …' }),
    linesOf: (n: string, all: string) => `${n} of ${all} lines …`,
    stop: 'Stop',
    stopped: 'Stopped. Nothing was saved.',
    saved: (n: number) => english(n, { single: 'Saved: {n} line.', many: 'Saved: {n} lines.' }),
    asOf: (at: string) => `As of ${at}.`,
    brokenOff: 'The file broke off, and nothing was saved.',
  },
  tr: {
    begins: 'Satırlar aranıyor …',
    lines: (n: number) => turkish(n, { single: 'Şimdiye kadar {n} satır …', many: 'Şimdiye kadar {n} satır …' }),
    linesOf: (n: string, all: string) => `${all} satırdan ${n} tanesi …`,
    stop: 'Durdur',
    stopped: 'Durduruldu. Hiçbir şey kaydedilmedi.',
    saved: (n: number) => turkish(n, { single: 'Kaydedildi: {n} satır.', many: 'Kaydedildi: {n} satır.' }),
    asOf: (at: string) => `${at} itibarıyla.`,
    brokenOff: 'Dosya yarıda kesildi, hiçbir şey kaydedilmedi.',
  },
});

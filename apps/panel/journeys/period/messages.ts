import { messagesOf } from '../../i18n/i18n.js';

type Texts = Readonly<Record<string, string>>;

const english: Texts = { all: 'Since it began', today: 'Today', week: '7 days', month: '30 days' };
const turkish: Texts = { all: 'Başından beri', today: 'Bugün', week: '7 gün', month: '30 gün' };

export const usePeriodMessages = messagesOf({
  en: {
    label: 'Period of the figures, in days of UTC',
    periods: english,
    left: 'Left here',
    reason: (people: string, words: string) => `${people}: ${words}`,
    short: (inside: string, passed: string, left: string) => `${inside} here · ${passed} passed · ${left} left`,
  },
  tr: {
    label: 'Sayıların dönemi, UTC günleriyle',
    periods: turkish,
    left: 'Burada ayrılan',
    reason: (people: string, words: string) => `${people}: ${words}`,
    short: (inside: string, passed: string, left: string) => `${inside} burada · ${passed} geçti · ${left} ayrıldı`,
  },
});

import { messagesOf } from '../../i18n/i18n.js';

export const useCopyMessages = messagesOf({
  en: {
    start: 'Start from',
    drafts: 'Drafts',
    nameless: 'Without a name',
    campaigns: 'A copy of',
    mail: 'An e-mail with a template',
    missing: 'There is no such campaign',
    copied: (name: string) => `Copied from ${name}, without its schedule.`,
    left: (fields: string) => `Not copied, because it cannot be edited here: ${fields}.`,
    audience: 'The audience was not copied. Build it, or choose a segment.',
  },
  tr: {
    start: 'Şununla başla',
    drafts: 'Taslaklar',
    nameless: 'Adsız',
    campaigns: 'Kopyala',
    mail: 'Şablonlu bir e-posta',
    missing: 'Böyle bir kampanya yok',
    copied: (name) => `${name} kampanyasının kopyası, zamanı olmadan.`,
    left: (fields) => `Burada yazılmadığı için kopyalanmayanlar: ${fields}.`,
    audience: 'Hedef kitlesi kopyalanmadı. Tarif edin ya da bir segment seçin.',
  },
});

import { messagesOf } from '../../../i18n/i18n.js';
import { pluralOf } from '../../../i18n/plural.js';

const english = pluralOf('en');
const turkish = pluralOf('tr');

export const useBlankMessages = messagesOf({
  en: {
    title: 'Gaps in the message',
    all: (people: string) => `It lacks something for exactly this many people: ${people}.`,
    atLeast: (people: string) =>
      `It lacks something for at least this many people: ${people}. Not everyone could be checked.`,
    live: (people: string, names: string) =>
      `It lacks something for at least this many people: ${people}. Live data (${names}) decides about more, and is fetched when it is sent.`,
    kinds: {
      missing: (name: string, n: number) =>
        english(n, { single: `{n} person has no value of ${name}`, many: `{n} people have no value of ${name}` }),
      blank: (name: string, n: number) =>
        english(n, {
          single: `{n} person would get an empty place for ${name}`,
          many: `{n} people would get an empty place for ${name}`,
        }),
      wrong_type: (name: string, n: number) =>
        english(n, {
          single: `{n} person has a value of ${name} that its filter cannot read`,
          many: `{n} people have a value of ${name} that its filter cannot read`,
        }),
      aborted: (_name: string, n: number) =>
        english(n, { single: 'The template stops it for {n} person', many: 'The template stops it for {n} people' }),
    },
    after: (sentence: string, words: string) => `${sentence} after “${words}”`,
    atStart: (sentence: string) => `${sentence} at the beginning`,
    block: (name: string) => `block “${name}”`,
    place: (field: string, line: string, column: string) => `(${field}, line ${line}, column ${column}).`,
    offer: 'With a default:',
    fallback: (name: string) => `Default for ${name}`,
    fill: 'Use these defaults',
    filled: 'Check again after that.',
  },
  tr: {
    title: 'İletideki boşluklar',
    all: (people) => `Tam şu kadar kişi için bir şey eksik: ${people}.`,
    atLeast: (people) => `En az şu kadar kişi için bir şey eksik: ${people}. Herkese bakılamadı.`,
    live: (people, names) =>
      `En az şu kadar kişi için bir şey eksik: ${people}. Gerisini canlı veri (${names}) belirler; gönderirken alınır.`,
    kinds: {
      missing: (name, n) =>
        turkish(n, { single: `{n} kişide ${name} değeri yok`, many: `{n} kişide ${name} değeri yok` }),
      blank: (name, n) =>
        turkish(n, { single: `{n} kişide ${name} yeri boş kalır`, many: `{n} kişide ${name} yeri boş kalır` }),
      wrong_type: (name, n) =>
        turkish(n, {
          single: `{n} kişide ${name} değerini süzgeci okuyamıyor`,
          many: `{n} kişide ${name} değerini süzgeci okuyamıyor`,
        }),
      aborted: (_name, n) =>
        turkish(n, { single: 'Şablon iletiyi {n} kişide durdurur', many: 'Şablon iletiyi {n} kişide durdurur' }),
    },
    after: (sentence, words) => `“${words}” sonrasında ${sentence}`,
    atStart: (sentence) => `Başta ${sentence}`,
    block: (name) => `“${name}” bloğu`,
    place: (field, line, column) => `(${field}, satır ${line}, sütun ${column}).`,
    offer: 'Varsayılanla:',
    fallback: (name) => `${name} için varsayılan`,
    fill: 'Bu varsayılanları kullan',
    filled: 'Sonra yeniden denetleyin.',
  },
});

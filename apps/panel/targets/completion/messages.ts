import { pluralOf } from '../../i18n/plural.js';
import { messagesOf } from '../../i18n/i18n.js';
import type { NameKind } from './open-name.js';
import type { SuggestionWords } from './suggest.js';

const english = pluralOf('en');
const turkish = pluralOf('tr');

interface CompletionMessages extends SuggestionWords {
  titles: Readonly<Record<NameKind, string>>;
  found: (n: number) => string;
}

export const useCompletionMessages = messagesOf<CompletionMessages>({
  en: {
    titles: {
      placeholder: 'Values of people',
      output: 'Values',
      tag: 'Values',
      inner: 'Values',
      filter: 'Filters',
      block: 'Blocks',
    },
    found: (n) =>
      english(n, {
        single: '{n} suggestion. Enter takes it.',
        many: '{n} suggestions. Arrow keys choose, Enter takes.',
      }),
    share: (share) => `${share} have it`,
    catalog: (catalog, type) => `${catalog} · ${type}`,
    selection: (catalog, same) => (same === '' ? `selection of ${catalog}` : `selection of ${catalog} by ${same}`),
    liveData: (per) => (per === 'person' ? 'live data of the person' : 'live data'),
    local: 'variable of this text',
    block: 'block',
    types: {
      STRING: 'text',
      INT: 'whole number',
      LONG: 'whole number',
      DOUBLE: 'number',
      BOOLEAN: 'yes or no',
      DATE: 'day',
      TIME_STAMP: 'day and time',
      URL: 'address',
    },
    filters: {
      money: 'a price in a currency',
      local_number: 'a number as people write it',
      local_date: 'a day in the language of the person',
      relative_time: 'how long ago or ahead',
      plural: 'a word by the number',
      list: 'several values with “and”',
      default: 'a text for people without a value',
      capitalize: 'begins with a capital letter',
      upcase: 'capital letters',
      downcase: 'small letters',
      truncate: 'at most so many characters',
      replace: 'a text in place of another',
      strip: 'without blanks at the ends',
      size: 'how many',
      first: 'the first of several',
      last: 'the last of several',
      join: 'several values in one text',
      sort: 'several values in order',
      map: 'one field of several items',
      where: 'items with a value in a field',
      sum: 'all numbers together',
      plus: 'a number more',
      minus: 'a number less',
      times: 'multiplied',
      divided_by: 'divided',
      round: 'rounded',
      date: 'a day in a form of your own',
      url_encode: 'a part of an address',
    },
  },
  tr: {
    titles: {
      placeholder: 'Kişilerin değerleri',
      output: 'Değerler',
      tag: 'Değerler',
      inner: 'Değerler',
      filter: 'Süzgeçler',
      block: 'Bloklar',
    },
    found: (n) =>
      turkish(n, {
        single: '{n} öneri. Enter alır.',
        many: '{n} öneri. Ok tuşları seçer, Enter alır.',
      }),
    share: (share) => `${share} sahip`,
    catalog: (catalog, type) => `${catalog} · ${type}`,
    selection: (catalog, same) => (same === '' ? `${catalog} seçimi` : `${catalog} seçimi: ${same}`),
    liveData: (per) => (per === 'person' ? 'kişinin canlı verisi' : 'canlı veri'),
    local: 'bu metnin değişkeni',
    block: 'blok',
    types: {
      STRING: 'metin',
      INT: 'tam sayı',
      LONG: 'tam sayı',
      DOUBLE: 'sayı',
      BOOLEAN: 'evet ya da hayır',
      DATE: 'gün',
      TIME_STAMP: 'gün ve saat',
      URL: 'adres',
    },
    filters: {
      money: 'bir para biriminde fiyat',
      local_number: 'kişinin yazdığı gibi sayı',
      local_date: 'kişinin dilinde gün',
      relative_time: 'ne kadar önce ya da sonra',
      plural: 'sayıya göre sözcük',
      list: '“ve” ile birkaç değer',
      default: 'değeri olmayanlar için metin',
      capitalize: 'büyük harfle başlar',
      upcase: 'büyük harfler',
      downcase: 'küçük harfler',
      truncate: 'en çok bu kadar karakter',
      replace: 'bir metnin yerine başkası',
      strip: 'uçlarda boşluk olmadan',
      size: 'kaç tane',
      first: 'birkaçının ilki',
      last: 'birkaçının sonuncusu',
      join: 'birkaç değer tek metinde',
      sort: 'sıralı değerler',
      map: 'birkaç ögenin bir alanı',
      where: 'bir alanında değer olan ögeler',
      sum: 'bütün sayıların toplamı',
      plus: 'bir sayı fazlası',
      minus: 'bir sayı eksiği',
      times: 'çarpılmış',
      divided_by: 'bölünmüş',
      round: 'yuvarlanmış',
      date: 'kendi biçiminizde gün',
      url_encode: 'bir adresin parçası',
    },
  },
});

import { wordsOf } from '../words/words.js';

/** Words of the audience. */
export const useAudienceWords = wordsOf({
  en: {
    title: 'Audience',
    subtitle: 'Who would get a message: counted exactly while you describe them. Nothing is sent.',
    who: 'Who',
    allHold: 'All lines hold together',
    asTarget: 'As a target of the interface',
    howMany: 'How many',
    ofAll: (all: string) => `of ${all} users`,
    exact: (time: string) => `Exact, as of ${time}. Reachable or not.`,
    counting: 'Counting …',
    clauses: 'Clause',
    alone: 'Alone',
    remaining: 'Left here',
  },
  tr: {
    title: 'Hedef kitle',
    subtitle: 'Bir mesajı kim alırdı: siz tarif ederken tam olarak sayılır. Hiçbir şey gönderilmez.',
    who: 'Kim',
    allHold: 'Bütün satırlar birlikte geçerli',
    asTarget: 'Arayüzün hedefi olarak',
    howMany: 'Kaç kişi',
    ofAll: (all: string) => `/ ${all} kullanıcı`,
    exact: (time: string) => `Tam sayı, ${time} itibarıyla. Ulaşılabilir olsun olmasın.`,
    counting: 'Sayılıyor …',
    clauses: 'Koşul',
    alone: 'Tek başına',
    remaining: 'Burada kalan',
  },
});

import type { ClauseCount } from '../api/audience.js';
import { wordsOf } from '../words/words.js';

/** What a clause asks for; a kind or field that is not known here is shown as the server has it. */
type Described = Pick<ClauseCount, 'clause' | 'wanted'>;

const LIMITS: Readonly<Record<string, string>> = { $gt: '>', $gte: '≥', $lt: '<', $lte: '≤' };

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

function listOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);
}

/** Ends of a range, as `≥ 18, < 65`. */
function limitsOf(value: unknown): string {
  const limits = Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
  return limits
    .map(({ op, ...limit }) => `${LIMITS[textOf(op)] ?? textOf(op)} ${listOf(limit['value'] ?? limit['ago'])}`)
    .join(', ');
}

function rawOf({ clause, wanted }: Described): string {
  return `${clause} ${JSON.stringify(wanted)}`;
}

/** How names combine; one name alone needs no word for it. */
function modeOf(wanted: Described['wanted']): 'single' | 'any' | 'all' | 'none' {
  const { mode, names } = wanted;
  if (mode === 'none') {
    return 'none';
  }
  return Array.isArray(names) && names.length === 1 ? 'single' : mode === 'all' ? 'all' : 'any';
}

const english = {
  tag: {
    single: (names: string) => `has the tag ${names}`,
    any: (names: string) => `has one of the tags ${names}`,
    all: (names: string) => `has all the tags ${names}`,
    none: (names: string) => `has no tag ${names}`,
  },
  segment: {
    single: (names: string) => `is in the segment ${names}`,
    any: (names: string) => `is in one of the segments ${names}`,
    all: (names: string) => `is in all the segments ${names}`,
    none: (names: string) => `is in no segment ${names}`,
  },
};
const turkish: typeof english = {
  tag: {
    single: (names) => `${names} etiketi var`,
    any: (names) => `etiketlerden biri var: ${names}`,
    all: (names) => `etiketlerin hepsi var: ${names}`,
    none: (names) => `şu etiketler yok: ${names}`,
  },
  segment: {
    single: (names) => `${names} segmentinde`,
    any: (names) => `segmentlerden birinde: ${names}`,
    all: (names) => `segmentlerin hepsinde: ${names}`,
    none: (names) => `segmentlerin hiçbirinde değil: ${names}`,
  },
};

/** Words of the audience. */
export const useAudienceWords = wordsOf({
  en: {
    title: 'Audience',
    subtitle: 'Who would get a message: counted exactly while you describe them. Nothing is sent.',
    who: 'Who',
    allHold: 'All lines hold together',
    clause: (place: number) => `Line ${place}`,
    kind: 'Looks at',
    kinds: { attribute: 'Attribute', segment: 'Segment', tag: 'Tag' },
    attribute: 'Attribute',
    segment: 'Segment',
    tag: 'Name of the tag',
    operator: 'Which',
    operators: {
      is: 'is one of',
      isNot: 'is none of',
      atLeast: 'is at least',
      atMost: 'is at most',
      known: 'has a value',
      unknown: 'has no value',
    },
    values: 'Values',
    valuesHelp: 'With commas between.',
    add: 'Add a line',
    remove: (place: number) => `Remove line ${place}`,
    asTarget: 'As a target of the interface',
    howMany: 'How many',
    ofAll: (all: string) => `of ${all} users`,
    exact: (time: string) => `Exact, as of ${time}. Reachable or not.`,
    counting: 'Counting …',
    clauses: 'Clause',
    alone: 'Alone',
    remaining: 'Left here',
    describe: (row: Described): string => {
      const { clause, wanted } = row;
      const code = textOf(wanted['code']);
      switch (clause) {
        case 'all':
          return 'everybody';
        case 'and':
          return 'all of these';
        case 'or':
          return 'any of these';
        case 'not':
          return 'none of these';
        case 'profile':
          return `${code} is one of ${listOf(wanted['values'])}`;
        case 'exists':
          return wanted['exists'] === true ? `${code} has a value` : `${code} has no value`;
        case 'range':
          return `${code} ${limitsOf(wanted['limits'])}`;
        case 'tag':
          return english.tag[modeOf(wanted)](listOf(wanted['names']));
        case 'segment':
          return english.segment[modeOf(wanted)](listOf(wanted['names']));
        default:
          return rawOf(row);
      }
    },
  },
  tr: {
    title: 'Hedef kitle',
    subtitle: 'Bir mesajı kim alırdı: siz tarif ederken tam olarak sayılır. Hiçbir şey gönderilmez.',
    who: 'Kim',
    allHold: 'Bütün satırlar birlikte geçerli',
    clause: (place: number) => `${place}. satır`,
    kind: 'Baktığı',
    kinds: { attribute: 'Nitelik', segment: 'Segment', tag: 'Etiket' },
    attribute: 'Nitelik',
    segment: 'Segment',
    tag: 'Etiketin adı',
    operator: 'Hangisi',
    operators: {
      is: 'şunlardan biri',
      isNot: 'şunlardan hiçbiri',
      atLeast: 'en az',
      atMost: 'en çok',
      known: 'değeri var',
      unknown: 'değeri yok',
    },
    values: 'Değerler',
    valuesHelp: 'Aralarına virgül koyun.',
    add: 'Satır ekle',
    remove: (place: number) => `${place}. satırı kaldır`,
    asTarget: 'Arayüzün hedefi olarak',
    howMany: 'Kaç kişi',
    ofAll: (all: string) => `/ ${all} kullanıcı`,
    exact: (time: string) => `Tam sayı, ${time} itibarıyla. Ulaşılabilir olsun olmasın.`,
    counting: 'Sayılıyor …',
    clauses: 'Koşul',
    alone: 'Tek başına',
    remaining: 'Burada kalan',
    describe: (row: Described): string => {
      const { clause, wanted } = row;
      const code = textOf(wanted['code']);
      switch (clause) {
        case 'all':
          return 'herkes';
        case 'and':
          return 'bunların hepsi';
        case 'or':
          return 'bunlardan biri';
        case 'not':
          return 'bunların hiçbiri';
        case 'profile':
          return `${code} şunlardan biri: ${listOf(wanted['values'])}`;
        case 'exists':
          return wanted['exists'] === true ? `${code} değeri var` : `${code} değeri yok`;
        case 'range':
          return `${code} ${limitsOf(wanted['limits'])}`;
        case 'tag':
          return turkish.tag[modeOf(wanted)](listOf(wanted['names']));
        case 'segment':
          return turkish.segment[modeOf(wanted)](listOf(wanted['names']));
        default:
          return rawOf(row);
      }
    },
  },
});

import { wordsOf } from '../words/words.js';

/** Words of the lines that describe a target. */
export const useTargetWords = wordsOf({
  en: {
    line: (place: number) => `Line ${place}`,
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
  },
  tr: {
    line: (place: number) => `${place}. satır`,
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
  },
});

import { seeded } from './seeded-random.js';

/** Time that grows with the length takes 8 times as long, time that grows with its square 64 times. */
const FACTOR = 8;
export const MAX_GROWTH = 24;
/** Characters of the short text. */
const LENGTH = 6000;
/** Below this the clock says nothing. */
const FLOOR_MS = 1;
const ATTEMPTS = 4;

/** A text of about a length. */
export interface HostileText {
  name: string;
  make: (length: number) => string;
}

/** Parts that are repeated: the beginnings of everything that has an end somewhere. */
const PARTS = [
  '<a xxx',
  'x',
  ':',
  '\u200b',
  '\u200d',
  '❤️\u200d',
  '-',
  '(',
  '.',
  ' ',
  '\n',
  '<',
  '>',
  '</',
  '<a',
  '<a ',
  '<a b',
  '<a b=',
  '<a b="',
  "<a b='",
  '<a b="c" ',
  '<!--',
  '<!',
  '--',
  '-->',
  '<script>',
  '</script',
  '</script>',
  '<style>',
  '<title>',
  '</title',
  '<textarea>',
  '<ul><li>a',
  '<b>',
  '<div>',
  '<table>',
  '<tr><td>',
  '<blockquote>a',
  '<pre>\n',
  '<p>',
  '<br>',
  '</body',
  '<hr>',
  'http://',
  'http://a',
  'http://a::::',
  'https://a.example/',
  'http://a@',
  'http://@{a}',
  '@{a}',
  '@{',
  '@',
  '{',
  '{{',
  '{%',
  '}',
  '<a href="http://a">',
  'http://a(',
  "http://a'b",
  'http://a（）',
  'http://a,',
  '<!--[if mso]>',
  '@%7Ba',
  '@%7Ba%7D',
  '&#64;{a',
  '@{<b>',
  '<a href=http://a ',
  '<a href="https://a.example/@{a}">',
  '"',
  "'",
  '=',
  '/',
  '&',
  '&amp;',
  '&#',
  '&#x41;',
  'https://unsubscribe.invalid/',
  'javascript',
  'javascript:',
  '\u0000',
  '\u{1f600}',
  '. ',
  '!',
  '-',
];

/** Runs that no end closes, or the wrong one. */
const RUNS: readonly [string, string, string][] = [
  ['http://a', ':', 'x'],
  ['http://a', '.', ' x'],
  ['http://a', '@{a}', '/'],
  ['http://', 'a@{a}', ' '],
  ['x', ' ', 'x'],
  ['x', '. ', 'x'],
  ['<a', 'x', ''],
  ['<a ', 'x', ''],
  ['<a ', ' ', ''],
  ['<a b="', 'x', ''],
  ['<a href="', 'http://a', '">'],
  ['"', "'", '"'],
];

const repeat = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length));

function makeTexts(): HostileText[] {
  const random = seeded(15);
  const pick = (): string => PARTS[Math.floor(random() * PARTS.length)] ?? '';
  const mixed = Array.from({ length: 60 }, (): [string, string, string] => [
    pick(),
    pick() + (random() < 0.5 ? pick() : ''),
    pick(),
  ]);
  const alone = PARTS.map((part): [string, string, string] => ['', part, '']);
  return [...alone, ...RUNS, ...mixed].map(([start, part, end]) => ({
    name: JSON.stringify([start, part, end]),
    make: (length) => start + repeat(part, length) + end,
  }));
}

/** Texts of any length: parts alone, and random ones that begin, repeat and end with something. */
export const HOSTILE_TEXTS: readonly HostileText[] = makeTexts();

/**
 * How many times the work with a text of 8 times the length takes the CPU time of this thread. The least of some
 * attempts, because a collection of garbage may fall into one.
 */
export async function growthOf(
  read: (text: string) => unknown,
  { make }: HostileText,
  length = LENGTH,
): Promise<number> {
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt <= ATTEMPTS && growth > MAX_GROWTH; attempt += 1) {
    const [short, long] = [make(length + attempt), make(length * FACTOR + attempt)];
    const base = Math.max(FLOOR_MS, await cpuMs(() => read(short)));
    growth = Math.min(growth, (await cpuMs(() => read(long))) / base);
  }
  return growth;
}

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The texts for which a function takes more time than their length explains. */
export async function slowTexts(read: (text: string) => unknown, texts = HOSTILE_TEXTS): Promise<string[]> {
  const slow: string[] = [];
  for (const text of texts) {
    const growth = await growthOf(read, text);
    if (growth > MAX_GROWTH) {
      slow.push(`${text.name}: ${growth.toFixed(0)} times as long`);
    }
  }
  return slow;
}

import { COMMAND_WORDS, COURTESIES, type TextCommand } from './command-words.js';
import { toAsciiDigits } from './digits.js';

/** Far longer than any command with the marks around it. */
const MAX_COMMAND_LENGTH = 200;
/** Letters whose marks people leave out: `ARRET`, `IPTAL`, `الغاء`. In other scripts marks make other words. */
const MARKED = /([\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Arab}\p{scx=Hebr}])\p{Mn}+/gu;
/** Letters that Unicode does not take apart, and that phones interchange. */
const ALIKE: Readonly<Record<string, string>> = {
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ς: 'σ',
  '\u064A': '\u06CC',
  '\u0649': '\u06CC',
  '\u0643': '\u06A9',
  '\u0629': '\u0647',
};
const ALIKE_LETTER = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'g');
/** Some pictures become letters in NFKC. */
const PICTURE = /\p{Extended_Pictographic}/gu;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Punctuation, blanks and symbols. */
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;

const COMMANDS = new Map(COMMAND_WORDS.map(([word, command]) => [splitWords(word).join(' '), command]));
/** Words that someone writes apart or with dots: `S.T.O.P.`. Consent is never read into a text that does not say it. */
const WRITTEN_APART = new Map(
  [...COMMANDS].flatMap(([word, command]) =>
    command === 'start' ? [] : [[word.replaceAll(' ', ''), command] as const],
  ),
);

const COURTESY: ReadonlySet<string> = new Set(splitWords(COURTESIES));
/** Short numbers of France, which stand in its instructions. */
const SHORT_NUMBER = /^3[68]\d{3}$/;

/**
 * The command in a text; undefined for any other text. A message is a command only if it has no other words than the
 * command and politeness: `stop it` is not one. Case, marks of letters, widths, punctuation and emoji do not count, and a
 * word may be repeated.
 *
 * @param providerCommand  the command by the provider, which knows the words of the account; '' where it says none
 */
export function readTextCommand(text: string, providerCommand = ''): TextCommand | undefined {
  const ownCommand = providerCommand.toLowerCase();
  if (ownCommand === 'stop' || ownCommand === 'start' || ownCommand === 'help') {
    return ownCommand;
  }
  if (text.length > MAX_COMMAND_LENGTH) {
    return undefined;
  }
  const words = splitWords(text);
  const command = findCommand(words);
  if (command !== undefined) {
    return command;
  }
  // Consent is never read into a text that says more.
  const meant = findCommand(words.filter((word) => !COURTESY.has(word) && !SHORT_NUMBER.test(word)));
  return meant === 'start' ? undefined : meant;
}

function findCommand(words: readonly string[]): TextCommand | undefined {
  const command = COMMANDS.get(words.join(' ')) ?? WRITTEN_APART.get(words.join(''));
  if (command !== undefined) {
    return command;
  }
  const [first, ...rest] = words.map((word) => COMMANDS.get(word));
  return rest.every((command) => command === first) ? first : undefined;
}

function splitWords(text: string): string[] {
  const folded = toAsciiDigits(text)
    .replaceAll(PICTURE, ' ')
    .replaceAll(INVISIBLE, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(MARKED, '$1')
    .normalize('NFC')
    .replaceAll(ALIKE_LETTER, (letter) => ALIKE[letter] ?? letter);
  return folded.split(BETWEEN_WORDS).filter((word) => word !== '');
}

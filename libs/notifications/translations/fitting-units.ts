import type { Message } from '#libs/content';
import { listPlaceholders, listTags, refuseBrokenPlaceholders } from '#libs/content/template';
import { AppError } from '#platform/errors';
import { BrokenTagError, plainOf, readFragment } from './rich-fragment.js';
import type { SourceText, TextKind, TranslationUnit } from './translation.types.js';

/** The language of texts, with the blocks that they may render. */
export type Wording = Pick<Message, 'templates' | 'blocks'>;

const RICH_TAG = /<\/?(?:b|i|a(\d{1,3}))>/g;
/** More of a text does not help to find it. */
const MAX_SHOWN = 80;

/**
 * Reads what translators give for texts. A translation fits where its source is the text of now, no value is missing, and
 * its tags are those of the source, with their links: a file that comes back leads readers nowhere else.
 *
 * @param wordingOf  how a text is read
 * @param field      of the request
 * @returns translations by id
 * @throws AppError malformed with the id of the first that does not fit
 */
export function readFitting(
  texts: readonly SourceText[],
  units: readonly TranslationUnit[],
  wordingOf: (id: string) => Wording,
  field: string,
): Map<string, string> {
  const sources = new Map(texts.map((text) => [text.id, text]));
  const fitting = new Map<string, string>();
  const seen = new Set<string>();
  for (const { id, source, target } of units) {
    const refuse = (code: string, reason: string, ...values: string[]): AppError =>
      new AppError('malformed', `Field '${field}': ${id.slice(0, MAX_SHOWN)}: ${reason}`, {
        field: `${field}.${id.slice(0, MAX_SHOWN)}`,
        textFault: { code, values },
      });
    const text = sources.get(id);
    if (text === undefined) {
      throw refuse('translation_unknown', 'there is no such text');
    }
    if (seen.has(id)) {
      throw refuse('translation_twice', 'it stands there twice');
    }
    seen.add(id);
    if (text.source !== source) {
      throw refuse('translation_source', 'its source is another text now');
    }
    if (target === null || target === '') {
      continue;
    }
    try {
      refuseOtherTags(text, target);
    } catch (error) {
      throw error instanceof BrokenTagError ? refuse('translation_tag', error.message, error.tag) : error;
    }
    const [original, translated] = [source, target].map((written) => messageOf(written, text.kind, wordingOf(id)));
    if (original && translated) {
      refuseBrokenPlaceholders(translated, () => `${field}.${id}`);
      const names = new Set(listPlaceholders(translated).map(({ name }) => name));
      const lost = listPlaceholders(original).find(({ name }) => !names.has(name));
      if (lost) {
        throw refuse('translation_lacks', `${lost.name} is missing`, lost.name);
      }
    }
    fitting.set(id, target);
  }
  return fitting;
}

/** @throws BrokenTagError */
function refuseOtherTags({ kind, source, target: stored }: SourceText, target: string): void {
  // The author of a language may have written other links than those of the source, and files have them too.
  if (kind === 'text' || (kind === 'html' && target === stored)) {
    return;
  }
  const [expected, written] = [source, target].map((text) => countTags(text, kind));
  for (const tag of new Set([...(expected?.keys() ?? []), ...(written?.keys() ?? [])])) {
    if (expected?.get(tag) !== written?.get(tag)) {
      throw new BrokenTagError(tag.slice(0, MAX_SHOWN));
    }
  }
  if (kind === 'rich') {
    readFragment(target, linksIn(source));
  }
}

function countTags(text: string, kind: TextKind): Map<string, number> {
  const tags = kind === 'html' ? listTags(text) : text.match(RICH_TAG);
  const counts = new Map<string, number>();
  for (const tag of tags ?? []) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return counts;
}

/** Stands for the links of a text whose addresses do not matter. */
function linksIn(text: string): string[] {
  let count = 0;
  for (const [, number = '0'] of text.matchAll(RICH_TAG)) {
    count = Math.max(count, Number(number));
  }
  return Array.from({ length: count }, (_, index) => `${index}`);
}

/** A text as a message of its own, of which names and faults are found. */
function messageOf(written: string, kind: TextKind, wording: Wording): Message {
  const text = kind === 'rich' ? plainOf(readFragment(written, linksIn(written))) : written;
  return { ...wording, platforms: kind === 'html' ? ['EMAIL'] : ['SMS'], text, ios: {}, android: {} };
}

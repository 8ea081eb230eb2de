/** Sentences for refusals that name a field and its type, in the language of the reader. */
export interface RefusalSentences {
  /** @param kind  of `types` @param place  of a list, from 1; empty: none */
  type: (field: string, kind: string, place: string) => string;
  list: (field: string, kind: string, place: string) => string;
  types: Readonly<Record<string, string>>;
  missing: (field: string) => string;
  empty: (field: string) => string;
}

const TYPED = /^Field '([^']+)' should be (of type|an array of) ([A-Z_]+)(?:, .*?)?(?: \(at index (\d+)\))?$/;
const MISSING = /^(?:Field ')?([\w.[\]]+?)'? is required$/;
const EMPTY = /^Field '([^']+)' should not be empty$/;
/** Other rules are English. */
const OTHER = /^Field '([^']+)'(:?) (.+)$/;

/** The message of a server as a sentence; undefined: it has another form. @param isEnglish  the reader has the language of the server */
export function sayRefusal(text: string, sentences: RefusalSentences, isEnglish: boolean): string | undefined {
  const [, typed = '', form, type = '', index] = TYPED.exec(text) ?? [];
  const kind = sentences.types[type];
  if (kind !== undefined) {
    const place = index === undefined ? '' : String(Number(index) + 1);
    return (form === 'of type' ? sentences.type : sentences.list)(nameOf(typed), kind, place);
  }
  const [, missing] = MISSING.exec(text) ?? [];
  if (missing !== undefined) {
    return sentences.missing(nameOf(missing));
  }
  const [, empty] = EMPTY.exec(text) ?? [];
  if (empty !== undefined) {
    return sentences.empty(nameOf(empty));
  }
  const [, field, colon, rule] = isEnglish ? (OTHER.exec(text) ?? []) : [];
  return field === undefined ? undefined : `“${nameOf(field)}”${colon} ${rule}`;
}

/** A field is named without the part of the request in which it stands. */
function nameOf(path: string): string {
  return /([^.]+)$/.exec(path.replace(/(?:\[\d+\])+$/, ''))?.[1] ?? path;
}

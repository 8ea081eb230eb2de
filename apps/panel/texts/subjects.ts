import type { LanguageProgress, TextSubject } from '../api/setup/texts.js';

/** Something with texts to translate. @property note  the difference to others of its name */
export interface TextCard extends TextSubject {
  name: string;
  note: string | undefined;
  languages: readonly LanguageProgress[];
}

/** Names of texts, in the language of the reader. */
export interface TextNames {
  fields: Readonly<Record<string, string>>;
  content: (n: string) => string;
  step: (id: string) => string;
  block: (n: string) => string;
  region: (n: string) => string;
  alt: (name: string) => string;
  unsubscribe: (name: string) => string;
}

/** The name of a text by its id, such as `0.block.2.alt`. @param isAlone  the draft has one content */
export function nameOfText(kind: TextSubject['kind'], id: string, isAlone: boolean, names: TextNames): string {
  if (kind === 'definition') {
    return names.fields[id] ?? id;
  }
  const parts = id.split('.');
  if (kind === 'journey') {
    // Ids of steps have no points.
    const [step = '', , field = ''] = parts;
    return `${names.step(step)}: ${names.fields[field] ?? field}`;
  }
  const [content = '', ...place] = parts;
  const name = nameOfPlace(place, names);
  return isAlone ? name : `${names.content(String(Number(content) + 1))}: ${name}`;
}

function nameOfPlace([field = '', ...rest]: readonly string[], names: TextNames): string {
  const numbers = rest.filter((part) => /^\d+$/.test(part)).map((part) => String(Number(part) + 1));
  const last = rest.at(-1) ?? '';
  switch (field) {
    case 'block': {
      const block = names.block(numbers.join('.'));
      return last === 'alt' ? names.alt(block) : last === 'unsubscribe' ? names.unsubscribe(block) : block;
    }
    case 'region':
      return names.region(numbers.join('.'));
    default:
      return names.fields[field] ?? field;
  }
}

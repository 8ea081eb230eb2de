/** Kinds of names that texts have: of a placeholder, behind `{{` or in a tag, a filter, or a block. */
export type NameKind = 'placeholder' | 'output' | 'tag' | 'filter' | 'block';

/**
 * A name while it is typed.
 *
 * @property typed  the part before the caret
 * @property from   its first character in the text
 */
export interface OpenName {
  kind: NameKind;
  typed: string;
  from: number;
}

/** Enough in front of a caret to know what is typed there. */
const LOOK_BACK = 400;
const NAME = String.raw`[\p{L}\p{N}_.\-[\]'"]*`;
const PATTERNS: readonly (readonly [NameKind, RegExp])[] = [
  ['placeholder', /@\{([\p{L}\p{N}_.-]*)$/u],
  ['filter', /\{\{[^{}]*\|\s*(\w*)$/u],
  ['block', /\{%-?\s*render\s+'?([\w-]*)$/u],
  ['output', new RegExp(String.raw`\{\{-?\s*(${NAME})$`, 'u')],
  ['tag', new RegExp(String.raw`\{%-?\s*(?:if|unless|elsif|case|(?:[^{}%]*\s)(?:and|or|in|=))\s+(${NAME})$`, 'u')],
];

/** Finds the name that ends at a caret; undefined: no name is typed there. */
export function findOpenName(text: string, caret: number): OpenName | undefined {
  const before = text.slice(Math.max(0, caret - LOOK_BACK), caret);
  for (const [kind, pattern] of PATTERNS) {
    const [, typed] = pattern.exec(before) ?? [];
    if (typed !== undefined) {
      return { kind, typed, from: caret - typed.length };
    }
  }
  return undefined;
}

/**
 * Writes a whole name in the place of the typed one, with the end of its braces where that is not there yet.
 *
 * @returns the text, and the caret: between quotes that are to be filled in, else behind the name
 */
export function completeName(
  text: string,
  caret: number,
  open: OpenName,
  name: string,
): { text: string; caret: number } {
  const [before, behind] = [text.slice(0, open.from), text.slice(caret)];
  const whole = open.kind === 'block' && before.endsWith("'") ? name.replace(/^'/, '') : name;
  const written = `${whole}${endOf(open.kind, behind)}`;
  const quotes = whole.indexOf("''");
  return {
    text: `${before}${written}${behind}`,
    caret: before.length + (quotes >= 0 ? quotes + 1 : whole.endsWith('.') ? whole.length : written.length),
  };
}

function endOf(kind: NameKind, behind: string): string {
  switch (kind) {
    case 'placeholder':
      return /^[|}]/.test(behind) ? '' : '}';
    case 'block':
      return /^[^{]*%\}/.test(behind) ? '' : ' %}';
    case 'output':
    case 'filter':
      return /^[^{}]*\}\}/.test(behind) ? '' : ' }}';
    case 'tag':
      return '';
  }
}

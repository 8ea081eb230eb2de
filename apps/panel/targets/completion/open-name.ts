/** Kinds of names that texts have: of a placeholder, behind `{{` or in a tag, in brackets, a filter, or a block. */
export type NameKind = 'placeholder' | 'output' | 'tag' | 'inner' | 'filter' | 'block';

/**
 * A name while it is typed.
 *
 * @property typed   the part before the caret
 * @property locals  variables of the text before, with the catalog whose items they are
 */
export interface OpenName {
  kind: NameKind;
  typed: string;
  locals: readonly LocalName[];
}

/**
 * A variable of a text.
 *
 * @property catalog  undefined: it is no item of one
 * @property list     a value whose elements it holds; undefined: it holds none
 */
export interface LocalName {
  name: string;
  catalog: string | undefined;
  list: string | undefined;
}

/** Enough in front of a caret to know what is typed there. */
const LOOK_BACK = 400;
const NAME = String.raw`[\p{L}\p{N}_.\-[\]'"]*`;
/** A name in brackets has no quotes: between them stands a text. */
const INNER = String.raw`[\p{L}\p{N}_.\-[\]'"]*\[([\p{L}_][\p{L}\p{N}_.-]*)?`;
const PATTERNS: readonly (readonly [NameKind, RegExp])[] = [
  ['placeholder', /@\{([\p{L}\p{N}_.-]*)$/u],
  ['filter', /\{\{[^{}]*\|\s*(\w*)$/u],
  ['block', /\{%-?\s*render\s+'?([\w-]*)$/u],
  ['inner', new RegExp(String.raw`\{[{%][^{}]*?${INNER}$`, 'u')],
  ['output', new RegExp(String.raw`\{\{-?\s*(${NAME})$`, 'u')],
  ['tag', new RegExp(String.raw`\{%-?\s*(?:if|unless|elsif|case|(?:[^{}%]*\s)(?:and|or|in|=))\s+(${NAME})$`, 'u')],
];
const LOCAL =
  /\{%-?\s*(?:for\s+([A-Za-z_][\w-]*)\s+in\s+(?:catalogs\.([\w-]+)\.|([\w-]+))?|(?:assign|capture)\s+([A-Za-z_][\w-]*))/g;

/** Finds the name that ends where a text ends; undefined: no name is typed there. */
export function findOpenName(text: string): OpenName | undefined {
  const before = text.slice(-LOOK_BACK);
  for (const [kind, pattern] of PATTERNS) {
    const match = pattern.exec(before);
    if (match) {
      return { kind, typed: match[1] ?? '', locals: listLocals(text) };
    }
  }
  return undefined;
}

/** Variables that are set before a caret; one that ends earlier is offered, too. */
function listLocals(before: string): LocalName[] {
  const locals = [...before.matchAll(LOCAL)].map(([, item, catalog, list, set]) => ({
    name: item ?? set ?? '',
    catalog,
    list,
  }));
  return [...new Map(locals.map((local) => [local.name, local])).values()];
}

/**
 * A whole name for the place of a typed one.
 *
 * @property typed  characters in front of the caret that it replaces
 * @property caret  from the begin of the name
 */
export interface WrittenName {
  typed: number;
  written: string;
  caret: number;
}

/**
 * Writes a name with the end of its braces where that is not there yet. The caret goes between quotes or brackets that are to
 * be filled in, else behind the name.
 *
 * @param before, behind  the text on both sides of the caret
 */
export function writeName(before: string, behind: string, { kind, typed }: OpenName, name: string): WrittenName {
  const isQuoted = before.slice(0, before.length - typed.length).endsWith("'");
  const whole = kind === 'block' && isQuoted ? name.replace(/^'/, '') : name;
  const written = `${whole}${endOf(kind, behind)}`;
  const gap = /''|\[\]/.exec(whole);
  return {
    typed: typed.length,
    written,
    caret: gap ? gap.index + 1 : whole.endsWith('.') ? whole.length : written.length,
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
    case 'inner':
      return behind.startsWith(']') ? '' : ']';
    case 'tag':
      return '';
  }
}

import type { Entry, FieldSpec, FormSpec } from './form-specs.js';

/** An entry in a form. @property stored  as the section has it: its key and type cannot change; undefined: it is new */
export interface Row {
  id: number;
  entry: Entry;
  stored: Entry | undefined;
}

let counter = 0;

export function newRow(entry: Entry, stored?: Entry): Row {
  counter += 1;
  return { id: counter, entry, stored };
}

/** @param stored  value of the section as it is, among which the entries are found that are there already */
export function rowsOf(form: FormSpec, value: unknown, stored: unknown): readonly Row[] {
  const known = new Map(entriesOf(form, stored).map((entry) => [keyOf(form, entry), entry]));
  return entriesOf(form, value).map((entry) => newRow(entry, known.get(keyOf(form, entry))));
}

export function valueOf(form: FormSpec, rows: readonly Row[]): unknown {
  return form.key === null ? rows[0]?.entry : rows.map(({ entry }) => entry);
}

/** The entries of a list; a section that is one map is its only entry. */
export function entriesOf({ key }: FormSpec, value: unknown): Entry[] {
  return (key === null ? [value] : Array.isArray(value) ? (value as unknown[]) : []).map(toEntry);
}

export function keyOf({ key, extra }: FormSpec, entry: Entry): string {
  return [extra, key].flatMap((name) => (name === undefined || name === null ? [] : [textOf(entry[name])])).join(' ');
}

/** The name that people read. */
export function titleOf(form: FormSpec, entry: Entry): string {
  return (form.named !== undefined && textOf(entry[form.named])) || keyOf(form, entry);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function toEntry(value: unknown): Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entry) : {};
}

/** An entry with another value of a field; what is empty is left out. @param keepsEmpty  an empty text removes it */
export function withField(entry: Entry, name: string, value: unknown, keepsEmpty = false): Entry {
  const { [name]: before, ...rest } = entry;
  const isEmpty =
    value === undefined || value === false || (value === '' && !(keepsEmpty && before !== undefined)) || isBare(value);
  return isEmpty ? rest : before === undefined ? { ...rest, [name]: value } : { ...entry, [name]: value };
}

function isBare(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/**
 * Values of a list as they are typed, one a line. A line that says a value of before is that value, so that a number stays
 * a number.
 */
export function valuesOfLines(text: string, before: unknown, type: unknown): unknown[] {
  const known: unknown[] = Array.isArray(before) ? before : [];
  return text.split('\n').flatMap((line): unknown[] => {
    const word = line.trim();
    if (word === '') {
      return [];
    }
    const same = known.find((value) => textOf(value) === word);
    return [same ?? typed(word, type)];
  });
}

function typed(word: string, type: unknown): unknown {
  const isNumeric = type === 'INT' || type === 'LONG' || type === 'DOUBLE';
  if (isNumeric && Number.isFinite(Number(word))) {
    return Number(word);
  }
  return type === 'BOOLEAN' && (word === 'true' || word === 'false') ? word === 'true' : word;
}

/** A code from what people call something: `Favourite colour` is `favouriteColour`. */
export function codeOf(title: string): string {
  const words = title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const code = words
    .map((word, index) =>
      index === 0 ? word[0]?.toLowerCase() + word.slice(1) : word[0]?.toUpperCase() + word.slice(1),
    )
    .join('');
  return code.replace(/^[^\p{L}]+/u, '').slice(0, 100);
}

/** Names of the fields that a form shows. */
export function namesOfField(field: FieldSpec): readonly string[] {
  return field.kind === 'flags' ? field.names : [field.name];
}

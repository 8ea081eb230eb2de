import type { Entry, FieldSpec, FormSpec } from './form-specs.js';
import type { FormMessages } from './messages.js';
import { entriesOf, keyOf, namesOfField, textOf, titleOf, toEntry } from './rows.js';

/** A change of an entry in words: what it is called, and each field that differs. */
export interface EntryChange {
  change: 'add' | 'change' | 'remove';
  name: string;
  fields: readonly { name: string; from: string; to: string }[];
}

/** The differences of two values of a section, as people read them. */
export function findChanges(form: FormSpec, before: unknown, after: unknown, messages: FormMessages): EntryChange[] {
  const [old, now] = [before, after].map(
    (value) => new Map(entriesOf(form, value).map((entry) => [keyOf(form, entry), entry])),
  );
  const changes: EntryChange[] = [];
  for (const [key, entry] of now ?? []) {
    const earlier = old?.get(key);
    const fields = fieldsOf(form, earlier, entry, messages);
    if (!earlier || fields.length > 0) {
      changes.push({ change: earlier ? 'change' : 'add', name: titleOf(form, entry), fields });
    }
  }
  for (const [key, entry] of old ?? []) {
    if (now?.has(key) !== true) {
      changes.push({ change: 'remove', name: titleOf(form, entry), fields: [] });
    }
  }
  return changes;
}

/** Fields that differ. The name of a new entry is its title already; a field that the form lacks has the name of the file. */
function fieldsOf(
  form: FormSpec,
  before: Entry | undefined,
  after: Entry,
  messages: FormMessages,
): EntryChange['fields'] {
  const specs = new Map(form.fields.flatMap((field) => namesOfField(field).map((name) => [name, field] as const)));
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])].flatMap((name) => {
    const [from = '', to = ''] = [before?.[name], after[name]].map((value) =>
      wordsOf(value, specs.get(name), messages),
    );
    const isTitle = name === form.key || (before === undefined && name === form.named);
    return from === to || isTitle ? [] : [{ name: messages.fields[name] ?? name, from, to }];
  });
}

function wordsOf(value: unknown, field: FieldSpec | undefined, messages: FormMessages): string {
  if (value === undefined || value === null) {
    return '';
  }
  if (typeof value === 'boolean') {
    return value ? messages.yes : messages.no;
  }
  if (field?.kind === 'secrets') {
    return Object.keys(toEntry(value)).join(', ');
  }
  if (field?.kind === 'entries') {
    return entriesOf(field.form, value)
      .map((entry) => {
        const { [field.form.key ?? '']: key, ...rest } = entry;
        const details = Object.entries(rest).map(([name, inner]) => {
          const spec = field.form.fields.find((candidate) => namesOfField(candidate).includes(name));
          return inner === true ? (messages.fields[name] ?? name) : wordsOf(inner, spec, messages);
        });
        return `${textOf(key)} (${details.join(', ')})`;
      })
      .join('; ');
  }
  if (Array.isArray(value)) {
    return value.map((inner: unknown) => messages.values[textOf(inner)] ?? textOf(inner)).join(', ');
  }
  if (typeof value === 'object') {
    return Object.entries(toEntry(value))
      .map(([name, inner]) => `${name}: ${wordsOf(inner, undefined, messages)}`)
      .join('; ');
  }
  return (field?.kind === 'choice' ? messages.values[textOf(value)] : undefined) ?? textOf(value);
}

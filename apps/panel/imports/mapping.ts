import type { ImportColumns, ImportFormat } from '../api/users/imports.js';

/** What a column is: `FIELD:email`, `ATTRIBUTE:city`, or nothing, which leaves it out. */
export type Choices = Readonly<Record<string, string>>;

const FIELD = 'FIELD:';
const ATTRIBUTE = 'ATTRIBUTE:';
/** Whom a line is about. */
const ID = `${FIELD}extId`;
const TAGS = `${FIELD}tags`;
const CONSENT = /^FIELD:(?:email|msisdn|consent\..+|.*OptIn)$/;

/** By the ending of its name: lines of JSON, or else CSV. */
export function formatOf({ name }: Pick<File, 'name'>): ImportFormat {
  return /\.(ndjson|jsonl)$/i.test(name) ? 'ndjson' : 'csv';
}

/** What other programs call the number of a phone. */
const PHONE = /^(?:(?:mobile|cell|phone|gsm|tel|telephone|telefon|cep)[ _-]?)+(?:no|number|numarası|telefonu)?\.?$/iu;
const NUMBER = `${FIELD}msisdn`;

/** What the columns mean by their names alone. The first one that is called as phones are is the number. */
export function firstChoices({ columns, attributes }: ImportColumns): Choices {
  const known = new Set(attributes.map(({ code }) => code));
  const choices = Object.fromEntries(
    columns.map(({ name, kind, target }) => [name, target === null ? '' : `${kind}:${target}`]),
  );
  const phone = columns.find(({ name, target }) => PHONE.test(name.trim()) && (target === null || !known.has(target)));
  return phone && !Object.values(choices).includes(NUMBER) ? { ...choices, [phone.name]: NUMBER } : choices;
}

/** Everything that a column may be; attributes of the file that are not defined stand among the others. */
export function optionsOf({
  columns,
  fields,
  attributes,
}: ImportColumns): { id: string; name: string; type: string }[] {
  const known = new Set(attributes.map(({ code }) => code));
  const others = columns.flatMap(({ kind, target }) =>
    kind === 'ATTRIBUTE' && target !== null && !known.has(target) ? [target] : [],
  );
  return [
    ...fields.map((name) => ({ id: FIELD + name, name, type: '' })),
    ...attributes.map(({ code, dataType, array }) => ({
      id: ATTRIBUTE + code,
      name: code,
      type: array ? `${dataType}[]` : dataType,
    })),
    ...others.map((code) => ({ id: ATTRIBUTE + code, name: code, type: '?' })),
  ];
}

/** What keeps the columns from being checked. */
export function faultOf(choices: Choices): { kind: 'twice'; name: string } | { kind: 'noId' } | undefined {
  const chosen = Object.values(choices).filter((choice) => choice !== '');
  const twice = chosen.find((choice, index) => chosen.indexOf(choice) !== index);
  if (twice !== undefined) {
    return { kind: 'twice', name: twice.slice(twice.indexOf(':') + 1) };
  }
  return chosen.includes(ID) ? undefined : { kind: 'noId' };
}

/** Whether columns say to whom may be written: an address, or what somebody said to it. */
export function carriesConsent(choices: Choices): boolean {
  return Object.values(choices).some((choice) => CONSENT.test(choice));
}

/** Whether a column has the tags of each line, so that no other tag can be given. */
export function hasTags(choices: Choices): boolean {
  return Object.values(choices).includes(TAGS);
}

/** The mapping as the importer reads it. @param tag  of everybody in the file; empty: none */
export function mappingOf(choices: Choices, tag: string, delimiter: string | null): object {
  const entriesOf = (kind: string) =>
    Object.entries(choices).flatMap(([column, choice]) =>
      choice.startsWith(kind) ? [[choice.slice(kind.length), column] as const] : [],
    );
  const profile = entriesOf(ATTRIBUTE);
  return {
    ...(delimiter !== null && { delimiter }),
    fields: {
      ...Object.fromEntries(entriesOf(FIELD)),
      ...(tag !== '' && !hasTags(choices) && { tags: { value: [tag] } }),
    },
    ...(profile.length > 0 && { profile: Object.fromEntries(profile) }),
  };
}

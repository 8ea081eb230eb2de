import type { ImportColumns, ImportFormat } from '../api/users/imports.js';

/** The meaning of each column: `FIELD:email`, `ATTRIBUTE:city`, or nothing, which leaves it out. */
export type Choices = Readonly<Record<string, string>>;

const FIELD = 'FIELD:';
const ATTRIBUTE = 'ATTRIBUTE:';
/** The column that identifies the user of a line. */
const ID = `${FIELD}extId`;
const TAGS = `${FIELD}tags`;
const CONSENT = /^FIELD:(?:email|msisdn|consent\..+|.*OptIn)$/;

/** By the ending of its name: lines of JSON, or else CSV. */
export function formatOf({ name }: Pick<File, 'name'>): ImportFormat {
  return /\.(ndjson|jsonl)$/i.test(name) ? 'ndjson' : 'csv';
}

/** Names that other programs use for the fields of a user, without capitals, spaces and signs. */
const USUAL_NAMES: readonly (readonly [field: string, name: RegExp])[] = [
  ['extId', /^(?:customer|user|member|client|kunden|müşteri|uye|üye|external)(?:id|no|nr|number|nummer|numarası)$/u],
  ['extId', /^id$/u],
  ['email', /^(?:e?mail|eposta)(?:address|adresse?|adresi)?$/u],
  ['msisdn', /^(?:mobile|cell|phone|gsm|tel|telephone|telefon|cep|handy)+(?:no|nr|number|nummer|numarası|telefonu)?$/u],
  ['language', /^(?:language|lang|locale|sprache|dil)$/u],
  ['country', /^(?:country|land|ülke)$/u],
  ['tags', /^(?:tags?|labels?|etiket(?:ler)?)$/u],
  ['consent.email', /^(?:newsletter|bülten|emailconsent|emailoptin|emailizni)$/u],
  ['consent.sms', /^(?:smsconsent|smsoptin|smsizni)$/u],
  ['consent.tracking', /^(?:trackingconsent|trackingoptin|izlemeizni)$/u],
  ['consent.emailFrequency', /^(?:email|mail|newsletter)frequency$|^epostasıklığı$/u],
  ['timeZone', /^(?:timezone|zeitzone|saatdilimi)$/u],
];
/** Names that other programs use for the attributes that every application has. */
const USUAL_ATTRIBUTES: readonly (readonly [code: string, name: RegExp])[] = [
  ['name', /^(?:first|given)name$|^vorname$|^ad[ıi]?$/u],
  ['surname', /^(?:last|family)name$|^nachname$|^soyad[ıi]?$/u],
  ['city', /^(?:town|stadt|ort|şehir|il)$/u],
  ['birthDate', /^(?:birthday|dateofbirth|dob|geburtstag|geburtsdatum|doğumtarihi|doğumgünü)$/u],
  ['gender', /^(?:sex|geschlecht|cinsiyet)$/u],
];

/** Names differ by capitals, spaces and signs. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Guesses the meaning of the columns from their names: as the importer reads them, else by usual names. Each meaning is
 * guessed once, for the first column.
 */
export function firstChoices({ columns, fields, attributes }: ImportColumns): Choices {
  const choices = Object.fromEntries(
    columns.map(({ name, kind, target }) => [name, target === null ? '' : `${kind}:${target}`]),
  );
  const chosen = new Set(Object.values(choices));
  for (const { name } of columns) {
    if (choices[name] !== '') {
      continue;
    }
    const word = plain(name);
    const guess = [
      ...fields.filter((field) => plain(field) === word).map((field) => FIELD + field),
      ...USUAL_NAMES.filter(([field, usual]) => fields.includes(field) && usual.test(word)).map(
        ([field]) => FIELD + field,
      ),
      ...attributes.filter(({ code, label }) => plain(code) === word || (label !== null && plain(label) === word)),
      ...attributes.filter(({ code }) =>
        USUAL_ATTRIBUTES.some(([usualCode, usual]) => usualCode === code && usual.test(word)),
      ),
    ]
      .map((choice) => (typeof choice === 'string' ? choice : ATTRIBUTE + choice.code))
      .find((choice) => !chosen.has(choice));
    if (guess !== undefined) {
      choices[name] = guess;
      chosen.add(guess);
    }
  }
  return choices;
}

/** How days are written whose year comes last. */
export type DayOrder = 'DMY' | 'MDY';

const DAY = /^(\d{1,2})([./-])(\d{1,2})\2\d{4}$/;

/**
 * The order of the days in the columns that are dates.
 *
 * @returns undefined where none is written so; `guess` by the dots of most of Europe, or by a number above 12
 */
export function daysOf({ columns, attributes }: ImportColumns, choices: Choices): { guess: DayOrder } | undefined {
  const dates = new Set(attributes.filter(({ dataType }) => dataType === 'DATE').map(({ code }) => ATTRIBUTE + code));
  const days = columns
    .filter(({ name }) => dates.has(choices[name] ?? ''))
    .flatMap(({ examples }) => examples.map((example) => DAY.exec(example)))
    .filter((day) => day !== null);
  if (days.length === 0) {
    return undefined;
  }
  const isMonthFirst = days.every(([, first, sign]) => Number(first) <= 12 && sign === '/');
  return { guess: isMonthFirst && days.some(([, , , second]) => Number(second) > 12) ? 'MDY' : 'DMY' };
}

/** Something that a column may be. */
export interface Meaning {
  id: string;
  kind: 'field' | 'attribute' | 'undefined';
  name: string;
  label: string | null;
}

/** Everything that a column may be; attributes of the file that are not defined stand among the others. */
export function optionsOf({ columns, fields, attributes }: ImportColumns): Meaning[] {
  const known = new Set(attributes.map(({ code }) => code));
  const others = columns.flatMap(({ kind, target }) =>
    kind === 'ATTRIBUTE' && target !== null && !known.has(target) ? [target] : [],
  );
  return [
    ...fields.map((name): Meaning => ({ id: FIELD + name, kind: 'field', name, label: null })),
    ...attributes.map(({ code, label }): Meaning => ({ id: ATTRIBUTE + code, kind: 'attribute', name: code, label })),
    ...others.map((code): Meaning => ({ id: ATTRIBUTE + code, kind: 'undefined', name: code, label: null })),
  ];
}

/** The problem that prevents a check of the columns. */
export function faultOf(choices: Choices): { kind: 'twice'; name: string } | { kind: 'noId' } | undefined {
  const chosen = Object.values(choices).filter((choice) => choice !== '');
  const twice = chosen.find((choice, index) => chosen.indexOf(choice) !== index);
  if (twice !== undefined) {
    return { kind: 'twice', name: twice.slice(twice.indexOf(':') + 1) };
  }
  return chosen.includes(ID) ? undefined : { kind: 'noId' };
}

/** True where columns carry consent: an address, or an answer to it. */
export function carriesConsent(choices: Choices): boolean {
  return Object.values(choices).some((choice) => CONSENT.test(choice));
}

/** True where a column has the tags of each line, so that the import can set no other tag. */
export function hasTags(choices: Choices): boolean {
  return Object.values(choices).includes(TAGS);
}

/** The mapping as the importer reads it. @param tag  of everyone in the file; empty: none */
export function mappingOf(
  choices: Choices,
  { tag, delimiter, days }: { tag: string; delimiter: string | null; days: DayOrder | undefined },
): object {
  const entriesOf = (kind: string) =>
    Object.entries(choices).flatMap(([column, choice]) =>
      choice.startsWith(kind) ? [[choice.slice(kind.length), column] as const] : [],
    );
  const profile = entriesOf(ATTRIBUTE);
  return {
    ...(delimiter !== null && { delimiter }),
    ...(days !== undefined && { days }),
    fields: {
      ...Object.fromEntries(entriesOf(FIELD)),
      ...(tag !== '' && !hasTags(choices) && { tags: { value: [tag] } }),
    },
    ...(profile.length > 0 && { profile: Object.fromEntries(profile) }),
  };
}

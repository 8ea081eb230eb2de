import { ROOT_FIELDS, SECTIONS } from '#libs/tenancy';
import type { JsonSchema } from '#platform/validation';
import type { FileField, FileFields } from '#platform/forms';
import { applicationSchema, referenceOf, type References } from './schema.js';
import { formatFile } from '../files/format-file.js';

export const PAGE = 'docs/application-file.md';

const HEAD = `# The application file

\`herald apply FILE\` sets an application up by one file, in one transaction. Another apply changes nothing; \`--dry-run\`
only prints the differences. The file is YAML 1.2 or JSON. \`npm run application-file\` writes this page and the
[schema](../schema/application.schema.json).

- **Strict.** An unknown name is refused with path and probable name:
  \`segments[0].target.profiles: unknown name, did you mean profile?\`
- **Editors** with the YAML language server complete and check names by the first line:
  \`# yaml-language-server: $schema=https://example.com/herald/schema/application.schema.json\`
- **Environment.** \`\${NAME}\` in any text is a variable of the process \`herald apply\`, filled after parsing. An unset or empty
  one is refused. Numbers, \`true\` and \`false\` cannot come from it.
- **Files.** A name relative to the application file may replace the content of \`channels.apns.key\`,
  \`channels.fcm.serviceAccount\`, \`channels.smtp.dkim.key\`, \`channels.smtp.ca\`, and with the ending
  \`.pem\` of \`identityKeys[].key\` ([in containers](deployment.md#the-application-file-and-its-keys)).

Behind each name is its value: a map where names of it follow, else a text where none is named. The one after \`=\`, for a
boolean else \`false\`, is the default. _New_: the stored value stays, and a new application has this one. _Real_: required
unless \`simulator\` is true. _One_: a map has one of these names. A scalar is a text, number or boolean; _list_ alone is of
the values before it. Lengths of time are a number with \`s\`, \`m\`, \`h\` or \`d\`. An empty text removes \`iconUrl\`,
\`defaultCountry\` and fields of \`brand\`. Fields of several maps are listed once, as \`a.{b,c}.d\`.
`;

/** Defaults that a reader expects. */
const NOTHING: ReadonlySet<string> = new Set(['false', 'none', 'none are offered']);
/** Phrases of the fields that `HEAD` explains once. */
const NEEDED = /\.? Needed unless `simulator` is true\.?/;
const NEW = /^stays; in new applications /;
const CHOICE = /^(another kind of step|one of the others)$/;
const IN_HEAD = /\. An empty text removes it|:? ?\(?a number with `s`, `m`, `h` or `d`\)?/;

/** The reference page. */
export async function writePage(references: References): Promise<string> {
  const schema = applicationSchema(references);
  const sections = SECTIONS.flatMap((section) => {
    const { field, about, example } = referenceOf(references, section);
    return [
      `## \`${section}\``,
      `${meaningOf(field.schema)}. ${about}`.trim(),
      '```yaml\n' + example.trim() + '\n```',
      list(rowsOfField(section, field)),
      ...(section === 'segments' ? targetLists(schema) : []),
    ];
  });
  const text = [HEAD, '## The file as a whole', list(rowsOfFields('', ROOT_FIELDS)), ...sections].join('\n\n');
  return formatFile(PAGE, text);
}

interface Row {
  name: string;
  /** Type, with the value that holds without the field. */
  value: string;
  meaning: string;
}

function rowOf(name: string, schema: JsonSchema, isRequired: boolean, otherwise?: string): Row {
  const meaning = meaningOf(schema);
  const note = isRequired ? '**required**' : NEEDED.test(meaning) ? '_real_' : describeOtherwise(otherwise);
  const type = describeType(schema);
  const value = [...(type === 'text' ? [] : [type]), ...(note === undefined ? [] : [note])].join('; ');
  return { name: `\`${name}\``, value, meaning: meaning.split(NEEDED).join('').split(IN_HEAD).join('') };
}

function describeOtherwise(otherwise?: string): string | undefined {
  return otherwise === undefined || NOTHING.has(otherwise)
    ? undefined
    : CHOICE.test(otherwise)
      ? '_one_'
      : NEW.test(otherwise)
        ? `_new_ ${otherwise.replace(NEW, '')}`
        : `= ${otherwise}`;
}

function rowsOfField(path: string, { schema, fields }: FileField): Row[] {
  return fields ? rowsOfFields(schema['type'] === 'array' ? `${path}[]` : path, fields) : [];
}

function rowsOfFields(path: string, fields: FileFields): Row[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const place = path === '' ? name : `${path}.${name}`;
    const row = rowOf(place, field.schema, field.isRequired, field.otherwise);
    // A meaning that refers to the fields of another section stands for their rows.
    const rows = row.meaning.includes('fields as of') ? [] : rowsOfField(place, field);
    return [rows.length > 0 ? { ...row, value: row.value.replace(/^maps?(; )?/, '') } : row, ...rows];
  });
}

/** The content of targets is documented by the classes that read them. */
function targetLists(schema: JsonSchema): string[] {
  const definitions = Object.entries(schema['definitions'] as Record<string, JsonSchema>);
  const target = schema.properties?.['segments']?.items?.properties?.['target'] ?? {};
  const rows = rowsOfSchema(target);
  const parts = definitions.map(([name, definition]) => [titleOf(name), rowsOfSchema(definition)] as const);
  const of = (own: readonly Row[]): string => describeSubset(own, rows) ?? listBesides(own, parts);
  return [
    '### Targets of segments',
    list(rows),
    '#### Predict',
    of(rowsOfSchema(target.properties?.['predict'] ?? {})),
    ...parts.flatMap(([title, own]) => [`#### ${title}`, of(own)]),
  ];
}

/** Lists rows; those of a smaller part are a link to it. */
function listBesides(own: readonly Row[], parts: readonly (readonly [title: string, rows: readonly Row[]])[]): string {
  const keys = new Set(own.map(keyOf));
  const part = parts.find(
    ([, rows]) => rows.length > 2 && rows.length < own.length && rows.every((row) => keys.has(keyOf(row))),
  );
  if (part === undefined) {
    return list(own);
  }
  const [title, rows] = part;
  const known = new Set(rows.map(keyOf));
  return `The names of ${linkTo(title)}, and:\n\n${list(own.filter((row) => !known.has(keyOf(row))))}`;
}

/** A sentence in place of a list, where a target lacks only some names of the whole one. */
function describeSubset(rows: readonly Row[], whole: readonly Row[]): string | undefined {
  const keys = new Set(rows.map(keyOf));
  const missing = whole.filter((row) => !keys.has(keyOf(row)));
  return rows.length + missing.length === whole.length
    ? `The names of [targets of segments](#targets-of-segments), without ${missing.map(({ name }) => name).join(', ')}.`
    : undefined;
}

function rowsOfSchema({ properties = {}, ...schema }: JsonSchema): Row[] {
  const needed = (schema['required'] ?? []) as string[];
  const rows = Object.entries(properties).map(([name, field]) => rowOf(name, field, needed.includes(name)));
  const others = schema['additionalProperties'];
  return typeof others === 'object' && others !== null
    ? [...rows, { name: 'other names', value: describeType(others as JsonSchema), meaning: 'By code of the attribute' }]
    : rows;
}

function meaningOf({ description }: JsonSchema): string {
  return typeof description === 'string' ? description : '';
}

function describeType(schema: JsonSchema): string {
  const { $ref, enum: values, type, items, minimum, maximum } = schema;
  const choices = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as JsonSchema[] | undefined;
  if (typeof $ref === 'string') {
    return linkTo(titleOf($ref.slice($ref.lastIndexOf('/') + 1)));
  }
  if (Array.isArray(values)) {
    return values.map((value) => `\`${String(value)}\``).join(', ');
  }
  if (choices) {
    // Values from the environment are documented once, above.
    const own = choices.filter(({ pattern }) => typeof pattern !== 'string' || !pattern.startsWith('\\$'));
    return joinTypes([...new Set(own.map(describeType))]);
  }
  if (type === 'array') {
    return listOf(describeType(items ?? {}));
  }
  if (type === 'integer' && typeof minimum === 'number' && typeof maximum === 'number') {
    return `${minimum}–${maximum}`;
  }
  return typeof type === 'string' ? (WORDS[type] ?? type) : 'any value';
}

function listOf(type: string): string {
  return PLURALS.has(type) ? `${type}s` : `list of ${type}`;
}

/** `text or texts` is `text or list`. */
function joinTypes(types: readonly string[]): string {
  const lists = new Set([...types, ...(SCALARS.every((type) => types.includes(type)) ? [SCALAR] : [])].map(listOf));
  return types
    .map((type) => (lists.has(type) ? 'list' : type))
    .join(' or ')
    .replace(SCALARS.join(' or '), SCALAR);
}

const PLURALS: ReadonlySet<string> = new Set(['text', 'map']);
const SCALAR = 'scalar';
const SCALARS = ['text', 'number', 'boolean'];

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'boolean',
  object: 'map',
};

/** `EventClauseDto` → `Event clause`. */
function titleOf(name: string): string {
  const words = name.replace(/Dto$/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return words.slice(0, 1) + words.slice(1).toLowerCase();
}

function linkTo(title: string): string {
  return `[${title.toLowerCase()}](#${title.toLowerCase().replaceAll(' ', '-')})`;
}

function keyOf(row: Row): string {
  return JSON.stringify(row);
}

function list(rows: readonly Row[]): string {
  return shareRows(rows)
    .map(({ name, value, meaning }, place, all) => {
      const isRepeated = value.length > LONG && value === all[place - 1]?.value;
      const shown = isRepeated ? 'the same' : value;
      return `- ${name}${shown === '' ? '' : ` (${shown})`}${meaning === '' ? '' : `: ${meaning}`}`;
    })
    .join('\n');
}

/** Signs of a value that a list does not repeat on the next line. */
const LONG = 40;

/** Rows that differ in their path alone, as those of every channel, become one. */
function shareRows(rows: readonly Row[]): Row[] {
  const shared = new Map<string, Row[]>();
  for (const row of rows) {
    const name = row.name.slice(row.name.lastIndexOf('.') + 1).replace(/^\w+:/, '');
    const key = [name, row.value, row.meaning].join('|');
    shared.set(key, [...(shared.get(key) ?? []), row]);
  }
  return [...shared.values()].flatMap((same) =>
    same.slice(0, 1).map((row) => ({ ...row, name: joinNames(same.map(({ name }) => name)) })),
  );
}

/** `a.b.d` and `a.c.d` become `a.{b,c}.d`; names that differ otherwise stand beside each other. */
function joinNames(names: readonly string[]): string {
  const paths = names.map((name) => name.replaceAll('`', '').split('.'));
  const [first = []] = paths;
  const places = [...first.keys()].filter((place) => paths.some((path) => path[place] !== first[place]));
  const [place = 0] = places;
  return places.length !== 1 || paths.some((path) => path.length !== first.length)
    ? names.join(', ')
    : `\`${first.with(place, `{${paths.map((path) => path[place]).join(',')}}`).join('.')}\``;
}

import { format, resolveConfig } from 'prettier';
import { ROOT_FIELDS, SECTIONS } from '#libs/tenancy';
import type { JsonSchema } from '#platform/validation';
import type { FileField, FileFields } from '#platform/forms';
import { applicationSchema, referenceOf, type References } from './schema.js';

export const PAGE = 'docs/application-file.md';

const HEAD = `# The application file

An application is set up from one file, which \`herald apply FILE\` applies in one transaction, or not at all. Applying it
again changes nothing; \`--dry-run\` only prints the differences. The file is YAML 1.2, so it may also be JSON.

\`npm run application-file\` writes this page and the [schema](../schema/application.schema.json) from the code. A test
compares them, and applies every example of this page.

## Strict

A name that the file does not know is refused at any depth, with its path and what was probably meant:

\`\`\`
herald: segments[0].target.profiles: unknown name, did you mean profile? segments[0].target knows sendToAll, tag, …
\`\`\`

Nothing is applied then. Requests of clients are read leniently; this file is not, because a condition that is ignored
reaches more people.

## In an editor

Editors with the YAML language server (VS Code with the YAML extension, Neovim, Helix, JetBrains) complete names, show
what they mean and mark what is wrong, where the first line of the file names the schema:

\`\`\`yaml
# yaml-language-server: $schema=https://example.com/herald/schema/application.schema.json
app: shop
\`\`\`

The address may also be a path relative to the file, such as \`./herald/schema/application.schema.json\` of a checkout.

## Values of the environment

\`\${NAME}\` in any text is the variable \`NAME\` of the process that runs \`herald apply\`. It may be a part of the text. The
file is filled after it was parsed, so a value cannot change its structure, whatever characters it has. A variable that is
not set, or empty, is refused:

\`\`\`
herald: keys[0].secret names \${BACKEND_KEY}, which is not set in the environment
\`\`\`

Numbers, \`true\` and \`false\` cannot come from the environment: those are no secrets.

## Values in files

These may be the name of a file, relative to the application file, in place of the content:
\`channels.apns.key\`, \`channels.fcm.serviceAccount\`, \`channels.smtp.dkim.key\`, \`channels.smtp.ca\`, and
\`identityKeys[].key\` where the name ends with \`.pem\`. In containers the files are handed over beside the application
file; [deployment](deployment.md#the-application-file-and-its-keys) shows how.
`;

/** The reference page. */
export async function writePage(references: References): Promise<string> {
  const schema = applicationSchema(references);
  const sections = SECTIONS.flatMap((section) => {
    const { field, about, example } = referenceOf(references, section);
    return [
      `## \`${section}\``,
      `${meaningOf(field.schema)}. ${about}`.trim(),
      '```yaml\n' + example.trim() + '\n```',
      table(rowsOfField(section, field)),
      ...(section === 'segments' ? targetTables(schema) : []),
    ];
  });
  const text = [HEAD, '## The file as a whole', table(rowsOfFields('', ROOT_FIELDS)), ...sections].join('\n\n');
  return format(text, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
}

interface Row {
  name: string;
  type: string;
  otherwise: string;
  meaning: string;
}

function rowsOfField(path: string, { schema, fields }: FileField): Row[] {
  return fields ? rowsOfFields(schema['type'] === 'array' ? `${path}[]` : path, fields) : [];
}

function rowsOfFields(path: string, fields: FileFields): Row[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const place = path === '' ? name : `${path}.${name}`;
    return [
      {
        name: `\`${place}\``,
        type: describeType(field.schema),
        otherwise: field.isRequired ? '**required**' : (field.otherwise ?? '–'),
        meaning: meaningOf(field.schema),
      },
      ...rowsOfField(place, field),
    ];
  });
}

/** What stands inside targets is said by the classes that read them. */
function targetTables(schema: JsonSchema): string[] {
  const definitions = schema['definitions'] as Record<string, JsonSchema>;
  const target = schema.properties?.['segments']?.items?.properties?.['target'] ?? {};
  const of = (own: JsonSchema): string => table(rowsOfSchema(own));
  return [
    '### Targets of segments',
    of(target),
    '#### Predict',
    of(target.properties?.['predict'] ?? {}),
    ...Object.entries(definitions).flatMap(([name, definition]) => [`#### ${titleOf(name)}`, of(definition)]),
  ];
}

function rowsOfSchema({ properties = {}, ...schema }: JsonSchema): Row[] {
  const needed = (schema['required'] ?? []) as string[];
  const rows = Object.entries(properties).map(([name, field]) => ({
    name: `\`${name}\``,
    type: describeType(field),
    otherwise: needed.includes(name) ? '**required**' : '–',
    meaning: meaningOf(field),
  }));
  const others = schema['additionalProperties'];
  return typeof others === 'object' && others !== null
    ? [
        ...rows,
        {
          name: 'other names',
          type: describeType(others as JsonSchema),
          otherwise: '–',
          meaning: 'By code of the attribute',
        },
      ]
    : rows;
}

function meaningOf({ description }: JsonSchema): string {
  return typeof description === 'string' ? description : '';
}

function describeType(schema: JsonSchema): string {
  const { $ref, enum: values, type, items, minimum, maximum } = schema;
  const choices = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as JsonSchema[] | undefined;
  if (typeof $ref === 'string') {
    const title = titleOf($ref.slice($ref.lastIndexOf('/') + 1));
    return `[${title.toLowerCase()}](#${title.toLowerCase().replaceAll(' ', '-')})`;
  }
  if (Array.isArray(values)) {
    return values.map((value) => `\`${String(value)}\``).join(', ');
  }
  if (choices) {
    // What may come from the environment is said once, above.
    return [
      ...new Set(
        choices.filter(({ pattern }) => typeof pattern !== 'string' || !pattern.startsWith('\\$')).map(describeType),
      ),
    ].join(' or ');
  }
  if (type === 'array') {
    return `list of ${describeType(items ?? {})}`;
  }
  if (type === 'integer' && typeof minimum === 'number' && typeof maximum === 'number') {
    return `${minimum} to ${maximum}`;
  }
  return typeof type === 'string' ? (WORDS[type] ?? type) : 'any value';
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'map',
};

/** `EventClauseDto` → `Event clause`. */
function titleOf(name: string): string {
  const words = name.replace(/Dto$/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return words.slice(0, 1) + words.slice(1).toLowerCase();
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(({ name, type, otherwise, meaning }) => `| ${[name, type, otherwise, meaning].join(' | ')} |`);
  return rows.length === 0
    ? ''
    : ['| name | value | when left out | meaning |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

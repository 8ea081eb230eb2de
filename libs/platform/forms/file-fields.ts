import type { JsonSchema } from '#platform/validation';

/** One name of an application file: what may stand there, for readers, editors and the reference page alike. */
export interface FileField {
  schema: JsonSchema;
  isRequired: boolean;
  /** The fields of a name that is a map, or of the entries of a list. */
  fields?: FileFields;
  /** In words, what holds when the name is left out. */
  otherwise?: string;
}
export type FileFields = Readonly<Record<string, FileField>>;

/** The reference of a section, with a whole file that `apply` takes. */
export interface SectionReference {
  field: FileField;
  /** Some sentences, in Markdown. */
  about: string;
  /** YAML. */
  example: string;
}

/** Any text may be, or contain, a value of the environment. */
const FROM_ENVIRONMENT = { type: 'string', pattern: '\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}' } satisfies JsonSchema;

/** A text, which is not empty. */
export function textField(
  description: string,
  { max, otherwise }: { max?: number; otherwise?: string } = {},
): FileField {
  return field({ type: 'string', minLength: 1, ...(max !== undefined && { maxLength: max }), description }, otherwise);
}

/** A text, and an empty one removes what is set. */
export function removableField(description: string, otherwise?: string): FileField {
  return field({ type: 'string', description: `${description}. An empty text removes it` }, otherwise);
}

/** A text of a form. */
export function patternField(pattern: string, description: string, otherwise?: string): FileField {
  return field({ anyOf: [{ type: 'string', pattern }, FROM_ENVIRONMENT], description }, otherwise);
}

export function flagField(description: string, otherwise = 'false'): FileField {
  return field({ type: 'boolean', description }, otherwise);
}

export function intField(range: { min: number; max: number }, description: string, otherwise?: string): FileField {
  return field({ type: 'integer', minimum: range.min, maximum: range.max, description }, otherwise);
}

/** A number, which may be a fraction. */
export function numberField(
  description: string,
  range: { min?: number; max?: number } = {},
  otherwise?: string,
): FileField {
  const { min, max } = range;
  const bounds = { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
  return field({ type: 'number', ...bounds, description }, otherwise);
}

export function oneOfField(values: readonly string[], description: string, otherwise?: string): FileField {
  return field({ anyOf: [{ type: 'string', enum: values }, FROM_ENVIRONMENT], description }, otherwise);
}

/** A list of texts. @param values  those that may be in it */
export function textsField(description: string, otherwise?: string, values?: readonly string[]): FileField {
  const text: JsonSchema = { type: 'string', minLength: 1 };
  const items = values ? { anyOf: [{ type: 'string', enum: values }, FROM_ENVIRONMENT] } : text;
  return field({ type: 'array', items, description }, otherwise);
}

/** Describes a field with a form of its own, and the places where it is left out. */
export function freeField(schema: JsonSchema, description: string, otherwise?: string): FileField {
  return field({ ...schema, description }, otherwise);
}

export function mapField(fields: FileFields, description: string, otherwise?: string): FileField {
  return { ...field({ ...schemaOfFields(fields), description }, otherwise), fields };
}

export function listField(fields: FileFields, description: string): FileField {
  return { ...field({ type: 'array', items: schemaOfFields(fields), description }), fields };
}

export function required(optional: FileField): FileField {
  return { ...optional, isRequired: true };
}

/** The names that a map of the file may have. */
export function namesOf(fields: FileFields): string[] {
  return Object.keys(fields);
}

/** The JSON schema of a map with these names and no other. */
export function schemaOfFields(fields: FileFields): JsonSchema {
  const needed = namesOf(fields).filter((name) => fields[name]?.isRequired);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
}

function field(schema: JsonSchema, otherwise?: string): FileField {
  return { schema, isRequired: false, ...(otherwise !== undefined && { otherwise }) };
}

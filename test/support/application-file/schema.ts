import { ROOT_FIELDS, SECTIONS } from '#libs/tenancy';
import { dtoClasses, planOf, schemaOf, type Dto, type JsonSchema } from '#platform/validation';
import { type FileFields, schemaOfFields, type SectionReference } from '#platform/forms';

export const SCHEMA_FILE = 'schema/application.schema.json';
const REFERENCE = /^#\/components\/schemas\/(\w+)$/;

/** References of the modules for their sections. */
export type References = ReadonlyMap<(typeof SECTIONS)[number], SectionReference>;

/** The JSON schema of an application file, for editors. */
export function applicationSchema(references: References): JsonSchema {
  const fields: FileFields = {
    ...ROOT_FIELDS,
    ...Object.fromEntries(SECTIONS.map((section) => [section, referenceOf(references, section).field])),
  };
  const definitions: Record<string, JsonSchema> = {};
  const root = withOwnReferences(schemaOfFields(fields), definitions) as JsonSchema;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Application file of Herald',
    ...root,
    definitions: Object.fromEntries(Object.entries(definitions).toSorted(([left], [right]) => (left < right ? -1 : 1))),
  };
}

export function referenceOf(references: References, section: (typeof SECTIONS)[number]): SectionReference {
  const reference = references.get(section);
  if (!reference) {
    throw new Error(`No room describes the section ${section}`);
  }
  return reference;
}

/** A copy that refers to `definitions`, to which the classes that it names are added. */
function withOwnReferences(value: unknown, definitions: Record<string, JsonSchema>): unknown {
  if (Array.isArray(value)) {
    return value.map((entry: unknown) => withOwnReferences(entry, definitions));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      const type = name === '$ref' && typeof entry === 'string' ? REFERENCE.exec(entry)?.[1] : undefined;
      if (type === undefined) {
        return [name, withOwnReferences(entry, definitions)];
      }
      if (definitions[type] === undefined) {
        definitions[type] = {};
        Object.assign(definitions[type], withOwnReferences(strictSchema(type), definitions));
      }
      return [name, `#/definitions/${type}`];
    }),
  );
}

/** The class as a file takes it: no name beside its own. */
function strictSchema(name: string): JsonSchema {
  const dto = dtoClasses().find((candidate) => candidate.name === name);
  if (!dto) {
    throw new Error(`There is no class ${name}`);
  }
  const schema = schemaOf(dto);
  const isClosed = schema['additionalProperties'] === undefined || refusesOthers(dto);
  return { ...schema, ...(isClosed && { additionalProperties: false }) };
}

function refusesOthers(dto: Dto): boolean {
  return planOf(dto).some(({ rules }) => rules.some(({ name }) => name === 'noOthers'));
}

import type { OpenAPIObject } from '@nestjs/swagger';

export type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
export type SchemaOrRef = Schemas[string];
type Schema = Exclude<SchemaOrRef, { $ref: string }>;

/** `all`: every field (a response). `needed`: required fields and those with an example (a request). */
export type Extent = 'all' | 'needed';

/** Resolves a reference to one of the document's schemas. */
export function schemaOf(schema: SchemaOrRef, schemas: Schemas): Schema {
  if (!('$ref' in schema)) {
    return schema;
  }
  const target = schemas[schema.$ref.slice('#/components/schemas/'.length)];
  if (!target) {
    throw new Error(`The API document has no ${schema.$ref}`);
  }
  return schemaOf(target, schemas);
}

/** An example that the schema allows, made of the examples in it. */
export function exampleOf(schemaOrRef: SchemaOrRef, schemas: Schemas, extent: Extent): unknown {
  const schema = schemaOf(schemaOrRef, schemas);
  if (schema.example !== undefined) {
    return schema.example;
  }
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => exampleOf(part, schemas, extent));
    return parts.length === 1 ? parts[0] : Object.assign({}, ...parts);
  }
  const [first] = schema.oneOf ?? schema.anyOf ?? [];
  if (first) {
    return exampleOf(first, schemas, extent);
  }
  if (schema.enum) {
    return schema.enum[0];
  }
  switch (schema.type) {
    case 'array':
      return schema.items ? [exampleOf(schema.items, schemas, extent)] : [];
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return objectExample(schema, schemas, extent);
  }
}

function objectExample(schema: Schema, schemas: Schemas, extent: Extent): Record<string, unknown> {
  const shown = Object.entries(schema.properties ?? {}).filter(
    ([name, property]) =>
      extent === 'all' || schema.required?.includes(name) || schemaOf(property, schemas).example !== undefined,
  );
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, schemas, extent)]));
}

import { ApiProperty, type ApiPropertyOptions, type OpenAPIObject } from '@nestjs/swagger';
import { bodySchema, dtoClasses, fieldSchema, planOf, schemaOf, type Dto, type JsonSchema } from '#platform/validation';

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/** Gives the document's maker the fields of queries, which it shows one by one. */
export function declareFields(): void {
  for (const dto of dtoClasses()) {
    const presets = new dto() as Record<string, unknown>;
    for (const field of planOf(dto)) {
      const { name, isOptional } = field;
      const preset = presets[name];
      const schema = field.metadata.type ? { type: 'object' } : fieldSchema(field, preset);
      const options = { ...schema, required: !isOptional && preset === undefined };
      ApiProperty(options as ApiPropertyOptions)(dto.prototype as object, name);
    }
  }
}

/** Gives the document the schemas that the checks of the DTOs say, of those that it refers to. */
export function completeSchemas(document: OpenAPIObject): void {
  const classes = byName();
  const schemas = ((document.components ??= {}).schemas ??= {}) as Record<string, JsonSchema>;
  for (const item of Object.values(document.paths)) {
    replaceBody(item.post?.requestBody, classes);
  }
  const complete = new Set<string>();
  for (let missing = references(document); missing.length > 0; missing = references(document)) {
    for (const name of missing) {
      const dto = classes.get(name);
      schemas[name] = dto ? schemaOf(dto) : (schemas[name] ?? {});
      complete.add(name);
    }
  }
  function references(value: unknown): string[] {
    const names = [...JSON.stringify(value).matchAll(REFERENCE)].map(([, name = '']) => name);
    return [...new Set(names)].filter((name) => !complete.has(name));
  }
}

/** A body whose fields may be in two places needs more than a reference. */
function replaceBody(requestBody: unknown, classes: ReadonlyMap<string, Dto>): void {
  const media = (requestBody as { content?: Record<string, { schema?: JsonSchema }> } | undefined)?.content ?? {};
  for (const content of Object.values(media)) {
    const reference = content.schema?.['$ref'];
    const dto = typeof reference === 'string' ? classes.get(reference.split('/').at(-1) ?? '') : undefined;
    if (dto) {
      content.schema = bodySchema(dto);
    }
  }
}

/** @throws Error for two classes of one name: each would hide the other in the document */
function byName(): Map<string, Dto> {
  const classes = new Map<string, Dto>();
  for (const dto of dtoClasses()) {
    if (classes.has(dto.name)) {
      throw new Error(`Two classes are called ${dto.name}`);
    }
    classes.set(dto.name, dto);
  }
  return classes;
}

import { readClassMetadata, type Dto, type JsonSchema } from './field-metadata.js';
import { planOf, type FieldPlan, type ValidationMetadata } from './plan.js';

/** Said in full: of a schema without a type the document's maker thinks that it is an object. */
const ANY: JsonSchema = {
  anyOf: [
    { type: 'string', nullable: true },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object' },
    { type: 'array', items: {} },
  ],
};

/** The JSON schema of a check. */
const SCHEMAS: Readonly<Record<string, (constraint: unknown, rule: ValidationMetadata) => JsonSchema>> = {
  isString: () => ({ type: 'string' }),
  isInt: () => ({ type: 'integer', format: 'int64' }),
  isNumber: () => ({ type: 'number' }),
  isBoolean: () => ({ type: 'boolean' }),
  isObject: () => ({ type: 'object', additionalProperties: true }),
  isInstance: () => ({ type: 'object', additionalProperties: true }),
  isArray: () => ({ type: 'array' }),
  isIn: (values) => ({ type: typeof (values as readonly unknown[])[0], enum: values }),
  isEmpty: () => ({ type: 'string', nullable: true, enum: [null] }),
  isNotEmpty: (_, { context }) => (context === undefined ? {} : { minLength: 1 }),
  min: (min) => (min === Number.MIN_SAFE_INTEGER ? {} : { minimum: min }),
  max: (max) => (max === Number.MAX_SAFE_INTEGER ? {} : { maximum: max }),
  maxUnits: (max) => ({ maxLength: max }),
  matches: (pattern) => ({ pattern: (pattern as RegExp).source }),
  arrayMaxSize: (max) => ({ maxItems: max }),
  arrayNotEmpty: () => ({ minItems: 1 }),
};

/** Returns the reference to the schema of a class in the document. */
export function refTo(dto: Function): JsonSchema {
  return { $ref: `#/components/schemas/${dto.name}` };
}

/** The schema of what a class reads, as far as its fields stand beside each other. */
export function schemaOf(dto: Dto): JsonSchema {
  const fields = planOf(dto);
  const defaults = new dto() as Record<string, unknown>;
  const named = fields.filter(({ metadata }) => metadata.reach === undefined);
  const required = named.filter(({ name, isOptional }) => !isOptional && defaults[name] === undefined);
  const openFields = fields.filter(({ metadata }) => metadata.reach === 'others' || metadata.reach === 'body');
  return {
    type: 'object',
    properties: Object.fromEntries(named.map((field) => [field.name, fieldSchema(field, defaults[field.name])])),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    ...(openFields.length > 0 && { additionalProperties: openSchema(openFields) }),
    ...readClassMetadata(dto).documentation,
  };
}

const INSIDE = 'Its fields may also stand beside it';

/**
 * The schema of what a handler takes as this class: with the form in which its fields stand inside an object, if there
 * is one.
 */
export function bodySchema(dto: Dto): JsonSchema {
  const { wrapper } = readClassMetadata(dto);
  if (!wrapper) {
    return refTo(dto);
  }
  const flat = schemaOf(dto);
  const wrapped = new Set(planOf(wrapper.fields()).map(({ name }) => name));
  const required = ((flat['required'] ?? []) as string[]).filter((name) => !wrapped.has(name));
  const { [wrapper.name]: _, ...beside } = flat.properties ?? {};
  const inside = {
    type: 'object',
    properties: { [wrapper.name]: { description: INSIDE, allOf: [refTo(wrapper.fields())] }, ...beside },
    required: [wrapper.name, ...required],
  };
  return { anyOf: [inside, refTo(dto)], ...readClassMetadata(dto).documentation };
}

/** The schema of one field. */
export function fieldSchema(field: FieldPlan, preset?: unknown): JsonSchema {
  const { metadata } = field;
  const checked = metadata.type ? nestedSchema(field, metadata.type()) : checkedSchema(field.rules);
  const whole = metadata.document?.(checked) ?? checked;
  const more = { ...metadata.documentation, ...(preset !== undefined && { default: preset }) };
  if (Object.keys(more).length === 0) {
    return whole;
  }
  return '$ref' in whole ? { ...more, allOf: [whole] } : { ...whole, ...more };
}

function checkedSchema(rules: readonly ValidationMetadata[]): JsonSchema {
  const merged = mergeSchemas(rules.filter(({ each }) => !each));
  const entries = rules.filter(({ each }) => each);
  const items = entries.length > 0 ? mergeSchemas(entries) : {};
  if (merged['type'] === 'array') {
    return { ...merged, items };
  }
  if (merged['type'] === 'object' && entries.length > 0) {
    return { ...merged, additionalProperties: items };
  }
  return Object.keys(merged).length === 0 ? ANY : merged;
}

function mergeSchemas(rules: readonly ValidationMetadata[]): JsonSchema {
  const parts = rules.map((rule) => SCHEMAS[rule.name ?? '']?.(rule.constraints?.[0] as unknown, rule) ?? {});
  return Object.assign({}, ...parts) as JsonSchema;
}

function nestedSchema({ metadata, rules }: FieldPlan, type: Dto): JsonSchema {
  const object = objectSchema(type);
  if (metadata.isMap) {
    return { type: 'object', additionalProperties: object };
  }
  return rules.some(({ name }) => name === 'isArray') ? { ...checkedSchema(rules), items: object } : object;
}

/** With the form in which a value stands in place of the object. */
function objectSchema(type: Dto): JsonSchema {
  const whole = planOf(type).find(({ metadata }) => metadata.reach === 'whole');
  if (!whole) {
    return refTo(type);
  }
  const { oneOf, ...single } = fieldSchema(whole);
  return { oneOf: [...(Array.isArray(oneOf) ? (oneOf as JsonSchema[]) : [single]), refTo(type)] };
}

function openSchema(fields: readonly FieldPlan[]): JsonSchema | true {
  const [only, ...more] = fields.map((field) => fieldSchema(field)['additionalProperties']);
  return only === undefined || typeof only !== 'object' || more.length > 0 ? true : (only as JsonSchema);
}

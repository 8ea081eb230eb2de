import type { JsonSchema } from '../../test/support/api-document/documented-api.js';
import type { Dice } from './dice.js';

/** Values that mean something to the application under test, by the name of the field that takes them; `name[]` in a list. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** Schemas of conditions contain themselves: below this depth only what is required is made. */
const MAX_DEPTH = 8;

/** Makes values that a schema allows, out of what the application knows, so that many requests get past the first check. */
export class ValidValues {
  constructor(
    private readonly schemas: Readonly<Record<string, JsonSchema>>,
    private readonly existing: Known,
  ) {}

  /** @param name  of the field, for values that are known */
  make(input: JsonSchema, dice: Dice, name = '', depth = 0): unknown {
    const schema = this.resolve(input);
    const existing = (this.existing[name] ?? []).filter((value) => mayBe(value, schema));
    if (existing.length > 0 && dice.chance(0.8)) {
      return structuredClone(dice.pick(existing));
    }
    if (schema.example !== undefined && dice.chance(0.3)) {
      return structuredClone(schema.example);
    }
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) {
      return this.make(dice.pick(choices), dice, name, depth + 1);
    }
    if (schema.enum) {
      return dice.pick(schema.enum);
    }
    switch (schema.type) {
      case 'array':
        return this.list(schema, dice, name, depth);
      case 'string':
        return dice.pick(['text', 'Ünïcödé', 'a b', '1', 'x'.repeat(Math.min(schema.maxLength ?? 20, 300))]);
      case 'integer':
        return (schema.minimum ?? 0) + dice.below(Math.min((schema.maximum ?? 1000) - (schema.minimum ?? 0), 5000) + 1);
      case 'number':
        return (schema.minimum ?? 0) + dice.below(50) / 4;
      case 'boolean':
        return dice.chance(0.5);
      default:
        return this.object(schema, dice, depth);
    }
  }

  private list(schema: JsonSchema, dice: Dice, name: string, depth: number): unknown[] {
    const { items = {} } = schema;
    const length = Math.max(schema.minItems ?? 0, depth < MAX_DEPTH ? dice.below(4) : 0);
    return Array.from({ length }, () => this.make(items, dice, `${name}[]`, depth + 1));
  }

  private object(schema: JsonSchema, dice: Dice, depth: number): Record<string, unknown> {
    const created: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (schema.required?.includes(name) || (depth < MAX_DEPTH && dice.chance(0.3))) {
        created[name] = this.make(property, dice, name, depth + 1);
      }
    }
    const { additionalProperties: more } = schema;
    for (let left = more && depth < MAX_DEPTH ? dice.below(3) : 0; left > 0; left -= 1) {
      const code = String(dice.pick(this.existing['code'] ?? ['key']));
      created[code] =
        typeof more === 'object'
          ? this.make(more, dice, '', depth + 1)
          : dice.pick([1, 2.5, 'text', true, ['a', 'b'], [1], '2024-02-01']);
    }
    return created;
  }

  private resolve(schema: JsonSchema): JsonSchema {
    if (schema.$ref !== undefined) {
      return this.resolve(this.schemas[schema.$ref.slice('#/components/schemas/'.length)] ?? {});
    }
    if (!schema.allOf) {
      return schema;
    }
    const parts = [schema, ...schema.allOf.map((part) => this.resolve(part))];
    return {
      ...Object.assign({}, ...parts),
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<string, JsonSchema>,
      required: parts.flatMap(({ required }) => required ?? []),
      allOf: undefined,
    };
  }
}

function mayBe(value: unknown, { type, properties, additionalProperties }: JsonSchema): boolean {
  switch (type) {
    case undefined:
      return true;
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'object': {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return (
        isObject && (additionalProperties === true || Object.keys(value).every((key) => key in (properties ?? {})))
      );
    }
    default:
      return typeof value === type;
  }
}

/**
 * One decorator per property of a DTO: it says what the field is, checks it, and describes it in the API document.
 *
 *     export class TagUsersDto implements TagUsers {           // the room's input interface
 *       @Text({ max: 100 }) tag!: string;
 *       @TextList({ max: 10_000 }) extIds!: string[];
 *     }
 *
 *     @RestSurface('Users')
 *     @Controller('rest/3.0')
 *     export class TagController {
 *       constructor(private readonly users: UserService) {}
 *
 *       @Post('tagUsers')
 *       @NeedsScope('users')
 *       @AnswersEmpty('Adds a tag to users')
 *       async tagUsers(@CallerOf() caller: Caller, @Body() body: TagUsersDto): Promise<void> {
 *         await this.users.tag(caller.appId, body);
 *       }
 *     }
 *
 * A body that is a list is taken with `@Entries(Dto, { max })`, one or a list with `@OneOrMore(Dto, { max })`; a query
 * with `@Query() query: SomeDto`. A field is required unless `optional: true`; null counts as absent. Fields are checked
 * in the order of declaration and the first fault is reported: 2020 `extId is required`, 2004 `Field 'tag' should be a
 * text`. What a class does not declare is ignored. An initial value (`max = 10`) is the default of an optional field.
 */
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy, ValidateNested } from 'class-validator';
import { build, isObject, registerField, type Dto, type Fault, type Field, type Source } from './read-dto.js';
import { cleanJson, textFault, textFaultInside } from './json-values.js';

interface Common {
  optional?: boolean;
  /** Of an answer: the field is always there, and null stands for no value. */
  nullable?: boolean;
  description?: string;
  example?: unknown;
}
interface Bounds {
  min?: number;
  max?: number;
}

/** Identifiers that clients choose (extId, tokens' owners …) have 1 to 255 characters. */
const MAX_ID = 255;
const MAX_TEXT = 10_000;
/** Said in full: of a schema without a type the document's maker thinks that it is an object. */
const ANY: ApiPropertyOptions = {
  anyOf: [
    { type: 'string', nullable: true },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object' },
    { type: 'array', items: {} },
  ],
};
/** The last instant of ECMAScript, in milliseconds. */
const MAX_MILLIS = 8.64e15;

/**
 * A text. Without `empty: true` a required one that is empty counts as missing. NUL and lone surrogates, which Postgres
 * cannot store, are refused.
 *
 * @param options.max  UTF-16 units at most; 10,000 by default
 */
export function Text(options: Common & { max?: number; empty?: boolean } = {}): PropertyDecorator {
  const max = options.max ?? MAX_TEXT;
  const isEmptyTaken = options.empty === true || options.optional === true;
  return field(options, {
    api: { type: String, maxLength: max, ...(isEmptyTaken ? {} : { minLength: 1 }) },
    check: (value) => (value === '' && !isEmptyTaken ? { says: 'required' } : textFault(value, max)),
  });
}

/** An identifier: a text of 1 to 255 characters. */
export function Id(options: Common = {}): PropertyDecorator {
  return field(options, {
    api: { type: String, minLength: 1, maxLength: MAX_ID },
    check: (value) => (value === '' ? { says: 'required' } : textFault(value, MAX_ID)),
  });
}

/** A whole number below 2^53. */
export function Int(options: Common & Bounds = {}): PropertyDecorator {
  return field(options, {
    api: { type: 'integer', format: 'int64', ...bounds(options) },
    read: (raw, source) => (source === 'query' && isText(raw, /^-?\d{1,16}$/) ? Number(raw) : raw),
    check: (value) =>
      Number.isSafeInteger(value) ? boundsFault(value, options) : { says: 'should be a whole number' },
  });
}

/** Any finite number. */
export function Num(options: Common & Bounds = {}): PropertyDecorator {
  return field(options, {
    api: { type: Number, ...bounds(options) },
    read: (raw, source) => (source === 'query' && isText(raw, /^-?\d{1,15}(\.\d{1,15})?$/) ? Number(raw) : raw),
    check: (value) => (Number.isFinite(value) ? boundsFault(value, options) : { says: 'should be a number' }),
  });
}

/** An instant as epoch milliseconds. */
export function Millis(options: Common = {}): PropertyDecorator {
  return Int({ description: 'Epoch milliseconds', ...options, min: 0, max: MAX_MILLIS });
}

export function Flag(options: Common = {}): PropertyDecorator {
  return field(options, {
    api: { type: Boolean },
    read: (raw, source) => (source === 'query' && (raw === 'true' || raw === 'false') ? raw === 'true' : raw),
    check: (value) => (typeof value === 'boolean' ? undefined : { says: 'should be true or false' }),
  });
}

/** One of a fixed list of texts, spelt exactly so. */
export function OneOf(values: readonly string[], options: Common = {}): PropertyDecorator {
  return field(options, {
    api: { enum: [...values] },
    check: (value) =>
      typeof value === 'string' && values.includes(value)
        ? undefined
        : { says: `should be one of ${values.join(', ')}` },
  });
}

/** A list of texts that are not empty. @param options.max  entries at most; @param options.length  characters of one */
export function TextList(options: Common & { max: number; length?: number }): PropertyDecorator {
  return field(options, { api: textListApi(options), check: (value) => textListFault(value, options) });
}

/** A text or a list of texts; the DTO holds a list either way. */
export function TextOrList(options: Common & { max: number; length?: number }): PropertyDecorator {
  return field(options, {
    api: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, maxItems: options.max }] },
    read: (raw) => (typeof raw === 'string' ? [raw] : raw),
    check: (value) =>
      Array.isArray(value) ? textListFault(value, options) : { says: 'should be a text or a list of texts' },
  });
}

/** A list of whole numbers. */
export function IntList(options: Common & Bounds & { maxItems: number }): PropertyDecorator {
  return field(options, {
    api: { type: 'array', items: { type: 'integer', format: 'int64', ...bounds(options) }, maxItems: options.maxItems },
    check: (value) =>
      listFault(value, options.maxItems, 'should be a list of whole numbers', (entry) =>
        Number.isSafeInteger(entry) ? boundsFault(entry, options) : { says: 'should be a whole number' },
      ),
  });
}

/** An object whose form another DTO declares. */
export function Nested(dto: () => Dto, options: Common = {}): PropertyDecorator {
  return field(options, {
    // An arrow of our own: Swagger tells a lazy type from a class by the function's name.
    api: { type: () => dto() },
    nested: true,
    read: (raw, source) => (isObject(raw) ? build(dto(), raw, source) : raw),
    check: (value) => (value instanceof dto() ? undefined : { says: 'should be an object' }),
  });
}

/** A list of such objects. */
export function ListOf(dto: () => Dto, options: Common & { max: number }): PropertyDecorator {
  return field(options, {
    api: { type: () => dto(), isArray: true, maxItems: options.max },
    nested: true,
    read: (raw, source) =>
      Array.isArray(raw) ? raw.map((entry: unknown) => (isObject(entry) ? build(dto(), entry, source) : entry)) : raw,
    check: (value) =>
      listFault(value, options.max, 'should be a list of objects', (entry) =>
        entry instanceof dto() ? undefined : { says: 'should be an object' },
      ),
  });
}

/** An object with keys of the client's choice and any JSON as values; keys such as `__proto__` are dropped. */
export function FreeObject(options: Common = {}): PropertyDecorator {
  return field(options, {
    api: { type: 'object', additionalProperties: true },
    read: cleanJson,
    check: (value) => (isObject(value) ? textFaultInside(value) : { says: 'should be an object' }),
  });
}

/** Any JSON value, for forms that a room parses itself (a target). Keys such as `__proto__` are dropped. */
export function AnyJson(options: Common & { api?: ApiPropertyOptions } = {}): PropertyDecorator {
  return field(options, { api: options.api ?? ANY, read: cleanJson, check: (value) => textFaultInside(value) });
}

interface Kind {
  api: ApiPropertyOptions;
  read?: (raw: unknown, source: Source) => unknown;
  check: (value: unknown) => Fault | undefined;
  nested?: boolean;
}

function field(options: Common, kind: Kind): PropertyDecorator {
  const fault: Field['fault'] = (value) =>
    value !== undefined ? kind.check(value) : options.optional ? undefined : { says: 'required' };
  return (target, key) => {
    registerField(target.constructor, { name: String(key), read: kind.read ?? ((raw) => raw), fault });
    ValidateBy({ name: 'field', validator: { validate: (value: unknown) => fault(value) === undefined } })(target, key);
    if (kind.nested) {
      ValidateNested()(target, key);
    }
    const { description, example, nullable } = options;
    const property = { ...kind.api, required: !options.optional, description, example, nullable };
    ApiProperty(property as ApiPropertyOptions)(target, key);
  };
}

function bounds({ min, max }: Bounds): { minimum?: number; maximum?: number } {
  return { ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) };
}

function boundsFault(value: unknown, { min = -Infinity, max = Infinity }: Bounds): Fault | undefined {
  if (Number(value) < min) {
    return { says: `should be at least ${min}` };
  }
  return Number(value) > max ? { says: `should be at most ${max}` } : undefined;
}

function textListApi(options: { max: number; length?: number }): ApiPropertyOptions {
  return { type: 'array', items: { type: 'string', maxLength: options.length ?? MAX_ID }, maxItems: options.max };
}

function textListFault(value: unknown, options: { max: number; length?: number }): Fault | undefined {
  return listFault(value, options.max, 'should be a list of texts', (entry) =>
    entry === '' ? { says: 'should not be empty' } : textFault(entry, options.length ?? MAX_ID),
  );
}

function listFault(
  value: unknown,
  max: number,
  says: string,
  entryFault: (entry: unknown) => Fault | undefined,
): Fault | undefined {
  if (!Array.isArray(value)) {
    return { says };
  }
  if (value.length > max) {
    return { says: `should have at most ${max} entries, but has ${value.length}` };
  }
  for (const [index, entry] of value.entries()) {
    const fault = entryFault(entry);
    if (fault) {
      return { says: fault.says, at: `[${index}]` };
    }
  }
  return undefined;
}

function isText(raw: unknown, form: RegExp): raw is string {
  return typeof raw === 'string' && form.test(raw);
}

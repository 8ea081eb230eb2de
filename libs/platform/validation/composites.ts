import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsString,
  Max,
  Min,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';
import { trimInvisible } from '#platform/spelling';
import { compose, Describe, Document, HasEntries, Normalize } from './decorators.js';
import { cleanJson, isStorable, isStorableInside, unstorablePath } from './storable.js';

/** Identifiers that clients choose have 1 to 255 characters. */
const MAX_ID = 255;
const MAX_TEXT = 10_000;
/** Lists that take so many entries are what a request is about, such as ids and addresses. */
const MIN_BATCH = 1000;
/** The last instant of ECMAScript, in milliseconds. */
const MAX_MILLIS = 8.64e15;
/** Makes an empty value count as a missing one. */
export const REQUIRED = { refusal: 'missing_field' } as const;

/** UTF-16 units at most. MaxLength leaves variation selectors out of its count: a text of any length would pass. */
export function MaxUnits(max: number, options?: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && value.length <= max;
  return ValidateBy({ name: 'maxUnits', constraints: [max], validator: { validate } }, options);
}

/** Neither NUL nor half a surrogate pair, which Postgres cannot store. */
export function IsStorable(options?: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && isStorable(value);
  return ValidateBy({ name: 'isStorable', validator: { validate } }, options);
}

/** A text. Without `empty: true` an empty one counts as missing. */
export function Text({ max = MAX_TEXT, empty = false }: { max?: number; empty?: boolean } = {}): PropertyDecorator {
  return compose(IsString(), MaxUnits(max), IsStorable(), ...(empty ? [] : [IsNotEmpty({ context: REQUIRED })]));
}

/**
 * An identifier that a client chose: a text of 1 to 255 characters. Blanks and invisible characters go from its ends, because
 * files and forms leave them there.
 */
export function ExtId({ empty = false }: { empty?: boolean } = {}): PropertyDecorator {
  return compose(Normalize(trimText), Text({ max: MAX_ID, empty }));
}

/** A list of such identifiers. */
export function ExtIds({ max }: { max: number }): PropertyDecorator {
  return compose(Normalize(trimTexts), Texts({ max }));
}

/** A NUL stays for the reader to refuse. */
function trimText(value: unknown): unknown {
  return typeof value === 'string' && !value.includes('\0') ? trimInvisible(value) : value;
}

/** Trims a text, or each text of a list. */
export function trimTexts(value: unknown): unknown {
  return Array.isArray(value) ? value.map(trimText) : trimText(value);
}

/** A whole number below 2^53: from there on a JSON number is no longer exact. */
export function Int({ min, max }: { min?: number; max?: number } = {}, { each = false } = {}): PropertyDecorator {
  const isSafe = { each, message: "Field '$entry' should be a whole number" };
  return compose(
    IsInt({ each }),
    Min(Number.MIN_SAFE_INTEGER, isSafe),
    Max(Number.MAX_SAFE_INTEGER, isSafe),
    ...(min === undefined ? [] : [Min(min, { each })]),
    ...(max === undefined ? [] : [Max(max, { each })]),
  );
}

/** An instant as epoch milliseconds. */
export function Millis(): PropertyDecorator {
  return compose(Describe({ description: 'Epoch milliseconds' }), Int({ min: 0, max: MAX_MILLIS }));
}

/** A list of whole numbers. */
export function Ints({ maxItems, ...bounds }: { maxItems: number; min?: number; max?: number }): PropertyDecorator {
  return compose(
    IsArray({ message: "Field '$property' should be a list of whole numbers" }),
    ArrayMaxSize(maxItems),
    Int(bounds, { each: true }),
  );
}

/** One value stands for a list of one. */
export function OneOrList(): PropertyDecorator {
  return compose(
    Normalize((value) => (value === undefined || Array.isArray(value) ? value : [value])),
    Document((schema) => ({ oneOf: [schema.items ?? {}, schema] })),
    IsArray(),
  );
}

/** A list of texts that are not empty. @param options.max  entries at most; @param options.length  characters of one */
export function Texts(options: { max: number; length?: number }): PropertyDecorator {
  const list = textList(options, 'should be a list of texts');
  return options.max >= MIN_BATCH ? compose(HasEntries(), list) : list;
}

/** A text or a list of texts; the DTO holds a list either way. */
export function TextOrTexts(options: { max: number; length?: number }): PropertyDecorator {
  return compose(
    Normalize((value) => (typeof value === 'string' ? [value] : value)),
    Document((schema) => ({ oneOf: [{ type: 'string' }, schema] })),
    textList(options, 'should be a text or a list of texts'),
  );
}

function textList({ max, length = MAX_ID }: { max: number; length?: number }, text: string): PropertyDecorator {
  const each = true;
  return compose(
    IsArray({ message: `Field '$property' ${text}` }),
    ArrayMaxSize(max),
    IsString({ each }),
    MaxUnits(length, { each }),
    IsStorable({ each }),
    IsNotEmpty({ each }),
  );
}

export function HasStorableKeys(): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    !(value instanceof Map) || [...value.keys()].every((key) => isStorable(String(key)));
  return ValidateBy(
    { name: 'hasStorableKeys', validator: { validate } },
    { message: "Field '$property' has a name with a NUL character or half a surrogate pair" },
  );
}

/** An object with keys of the client's choice and any JSON as values. */
export function FreeObject(): PropertyDecorator {
  return compose(Normalize(cleanJson), IsObject(), IsStorableInside());
}

/** Any JSON value. */
export function AnyJson(): PropertyDecorator {
  return compose(Normalize(cleanJson), IsStorableInside());
}

function IsStorableInside(): PropertyDecorator {
  return ValidateBy(
    { name: 'isStorableInside', validator: { validate: isStorableInside } },
    {
      message: ({ value }) =>
        `Field '$property${unstorablePath(value) ?? ''}' has a NUL character or half a surrogate pair`,
    },
  );
}

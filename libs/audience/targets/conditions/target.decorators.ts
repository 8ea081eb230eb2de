import { ArrayMaxSize, ArrayNotEmpty, IsNotEmpty, IsString, ValidateBy } from 'class-validator';
import { compose, Describe, FalseIsAbsent, IsStorable, isStorable, MaxUnits, OneOrList } from '#platform/validation';
import { MAX_TEXT_LENGTH, MAX_VALUES } from './target-limits.js';

const MAX_SHOWN_NAME = 40;
export const NOT_EMPTY = "Field '$property' should not be empty";
const UNSTORABLE = "Field '$property' has a character that no value can have (NUL or half a surrogate pair)";
/** A broken rule between fields, also where the field itself is absent. */
export const MALFORMED = { refusal: 'malformed' } as const;

const tooLong = (value: unknown): string =>
  `Field '$property' should hold at most ${MAX_TEXT_LENGTH} characters, it has ${lengthOf(value)}`;

/** A text that a user can have as a value. */
export function TargetText({ each = false } = {}): PropertyDecorator {
  return compose(
    IsString({ each, message: "Field '$property' should be a text" }),
    IsNotEmpty({ each, message: NOT_EMPTY }),
    MaxUnits(MAX_TEXT_LENGTH, { each, message: ({ value }) => tooLong(value) }),
    IsStorable({ each, message: UNSTORABLE }),
  );
}

/** A text or a list of texts. */
export function Names(): PropertyDecorator {
  return compose(FalseIsAbsent(), OneOrList(), SomeValues(), TargetText({ each: true }));
}

/** A text, number or boolean, or a list of them. */
export function Values(): PropertyDecorator {
  return compose(
    OneOrList(),
    SomeValues(),
    ValidateBy(
      { name: 'isTargetValue', validator: { validate: (value) => valueFault(value) === undefined } },
      { each: true, message: ({ value }) => valueFault(value) ?? '' },
    ),
    Describe({ schema: { oneOf: [SCALAR, { type: 'array', items: SCALAR, minItems: 1, maxItems: MAX_VALUES }] } }),
  );
}

const SCALAR = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };

/** From one value to as many as a list may have. */
export function SomeValues(): PropertyDecorator {
  return compose(
    ArrayNotEmpty({ message: NOT_EMPTY }),
    ArrayMaxSize(MAX_VALUES, {
      message: ({ value }) => `Field '$property' should hold at most ${MAX_VALUES} values, it has ${lengthOf(value)}`,
    }),
  );
}

function valueFault(value: unknown): string | undefined {
  if (typeof value === 'string') {
    return value.length > MAX_TEXT_LENGTH ? tooLong(value) : isStorable(value) ? undefined : UNSTORABLE;
  }
  return typeof value === 'boolean' || Number.isFinite(value)
    ? undefined
    : "Field '$property' should hold texts, numbers or booleans";
}

/** Attribute codes as the keys of a map, without operators. */
export function AttributeCodes(): PropertyDecorator {
  return ValidateBy(
    { name: 'attributeCodes', validator: { validate: (value) => codesFault(value) === undefined } },
    { message: ({ value }) => codesFault(value) ?? '', context: MALFORMED },
  );
}

export const NO_ATTRIBUTES = "Field '$property' should be an object of attributes";

function codesFault(value: unknown): string | undefined {
  const codes = value instanceof Map ? [...(value as Map<string, unknown>).keys()] : [];
  if (codes.length === 0) {
    return NO_ATTRIBUTES;
  }
  const operator = codes.find((code) => code.startsWith('$'));
  if (operator !== undefined) {
    return `Field '$property' has an unknown operator '${operator.slice(0, MAX_SHOWN_NAME)}'`;
  }
  const long = codes.find((code) => code.length > MAX_TEXT_LENGTH);
  return long !== undefined ? tooLong(long) : codes.every(isStorable) ? undefined : UNSTORABLE;
}

/** Rejects fields that the class does not declare: ignoring one would reach more users than wanted. */
export function NoOthers(textOf: (name: string) => string): PropertyDecorator {
  const first = (value: unknown): string => (value instanceof Map ? String([...value.keys()][0]) : '');
  return ValidateBy(
    { name: 'noOthers', validator: { validate: (value) => value instanceof Map && value.size === 0 } },
    { message: ({ value }) => textOf(first(value).slice(0, MAX_SHOWN_NAME)) },
  );
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

import { AppError, type Refusal } from '#platform/errors';
import type { Fault } from './checker.js';

/** Texts of class-validator's own checks; a decorator's `message` stands over them. `$entry` is the place. */
const TEXTS: Readonly<Record<string, (constraint: unknown, value: unknown) => string>> = {
  isString: () => 'should be a text',
  isInt: () => 'should be a whole number',
  isNumber: () => 'should be a number',
  isBoolean: () => 'should be true or false',
  isArray: () => 'should be a list',
  isObject: () => 'should be an object',
  isInstance: () => 'should be an object',
  isNotEmpty: () => 'should not be empty',
  arrayNotEmpty: () => 'should not be empty',
  isIn: (values) => `should be one of ${(values as readonly unknown[]).join(', ')}`,
  min: (min) => `should be at least ${String(min)}`,
  max: (max) => `should be at most ${String(max)}`,
  maxUnits: (max) => `should have at most ${String(max)} characters`,
  arrayMaxSize: (max, value) => `should have at most ${String(max)} entries, but has ${(value as unknown[]).length}`,
  isStorable: () => 'has a NUL character or half a surrogate pair',
};
const MAX_SHOWN_VALUE = 40;

/**
 * Makes the refusal of a request for a fault: 2020 where a required field is absent, 2004 otherwise, or what the check
 * names as `context: { refusal }`.
 *
 * @param nameOf  what the request calls a field
 */
export function refusalOf(fault: Fault, nameOf: (place: string) => string = (place) => place): AppError {
  const { rule, args, places } = fault;
  const named: unknown = (rule.context as { refusal?: unknown } | undefined)?.refusal;
  const refusal = (named ?? (isAbsent(args.value) && !rule.each ? 'missing_field' : 'malformed')) as Refusal;
  const text = refusal === 'missing_field' ? `${nameOf(places.property)} is required` : textOf(fault, nameOf);
  const field = nameOf(places.entry);
  const message = fault.index === undefined ? text : `${text} (at index ${fault.index})`;
  return new AppError(refusal, message, field === '' ? {} : { field });
}

function textOf({ rule, args, places }: Fault, nameOf: (place: string) => string): string {
  const message = typeof rule.message === 'function' ? rule.message(args) : rule.message;
  const text =
    message || `Field '$entry' ${TEXTS[rule.name ?? '']?.(rule.constraints?.[0], args.value) ?? 'is not valid'}`;
  const names: Record<string, () => string> = {
    $property: () => nameOf(places.property),
    $entry: () => nameOf(places.entry),
    $object: () => nameOf(places.object),
    $value: () => String(args.value).slice(0, MAX_SHOWN_VALUE),
  };
  return text.replaceAll(/\$(property|entry|object|value)\b/g, (token) => names[token]?.() ?? token);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

import { validateSync, type ValidationError } from 'class-validator';
import { AppError, malformed, missing } from '#platform/errors';

export type Dto<T extends object = object> = new () => T;

/** Where a value was written: JSON has numbers and booleans, a query has texts only. */
export type Source = 'json' | 'query';

/**
 * What is wrong with a value.
 *
 * @property says  `required`, or what it should be, as the rest of a sentence: `should be a text`
 * @property at    the place inside the value, for lists: `[3]`
 */
export interface Fault {
  says: string;
  at?: string;
}

/** What a decorator of `fields.ts` knows about its property. */
export interface Field {
  name: string;
  /** Turns what was received into what the DTO holds; leaves what it cannot read as it is, for `fault` to refuse. */
  read: (raw: unknown, source: Source) => unknown;
  /** Judges what `read` returned; undefined means that the field was absent. */
  fault: (value: unknown) => Fault | undefined;
}

const FIELDS = new Map<Function, Map<string, Field>>();
/** With inherited ones; decorators have run by the time that it is first asked. */
const ALL_FIELDS = new WeakMap<Function, readonly Field[]>();

export function registerField(owner: Function, field: Field): void {
  const fields = FIELDS.get(owner) ?? new Map<string, Field>();
  FIELDS.set(owner, fields.set(field.name, field));
}

/** The values that fields of DTOs have when nothing is received. */
export function* defaultsOfFields(): Generator<{ prototype: object; name: string; value: unknown }> {
  for (const [owner, fields] of FIELDS) {
    const instance: object = Reflect.construct(owner, []);
    for (const name of fields.keys()) {
      const value: unknown = Reflect.get(instance, name);
      if (value !== undefined) {
        yield { prototype: Object.getPrototypeOf(instance) as object, name, value };
      }
    }
  }
}

export function hasFields(type: unknown): type is Dto {
  return typeof type === 'function' && fieldsOf(type).length > 0;
}

/**
 * Makes a DTO of what was received: declared fields only (own properties, so nothing comes in through a prototype), null
 * counting as absent, and checks it.
 *
 * @throws AppError `missing_field` or `malformed` for the first field at fault in the order of declaration
 */
export function readDto<T extends object>(dto: Dto<T>, received: unknown, source: Source): T {
  if (!isObject(received)) {
    throw malformed('The body should be an object');
  }
  const instance = build(dto, received, source);
  if (isSound(instance)) {
    return instance;
  }
  const error = validateSync(instance, { stopAtFirstError: true })[0];
  if (error) {
    throw refusal(error);
  }
  return instance;
}

/** The same for a body that is a list. The refusal says which entry is at fault. */
export function readDtos<T extends object>(dto: Dto<T>, received: unknown, max: number): T[] {
  if (!Array.isArray(received)) {
    throw malformed('The body should be an array of objects');
  }
  if (received.length > max) {
    throw malformed(`The body should have at most ${max} entries, but has ${received.length}`);
  }
  return received.map((entry: unknown, index) => {
    if (!isObject(entry)) {
      throw malformed(`The body should be an array of objects (at index ${index})`);
    }
    try {
      return readDto(dto, entry, 'json');
    } catch (error) {
      throw error instanceof AppError ? new AppError(error.refusal, `${error.message} (at index ${index})`) : error;
    }
  });
}

export function build<T extends object>(dto: Dto<T>, received: Record<string, unknown>, source: Source): T {
  const instance = new dto();
  for (const field of fieldsOf(dto)) {
    const raw = Object.hasOwn(received, field.name) ? received[field.name] : undefined;
    if (raw !== undefined && raw !== null) {
      Reflect.set(instance, field.name, field.read(raw, source));
    }
  }
  return instance;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields of a class and of those that it extends, the inherited ones first. */
function fieldsOf(type: Function): readonly Field[] {
  const cached = ALL_FIELDS.get(type);
  if (cached) {
    return cached;
  }
  const parent: unknown = Object.getPrototypeOf(type);
  const inherited = typeof parent === 'function' ? fieldsOf(parent) : [];
  const all = [...inherited, ...(FIELDS.get(type)?.values() ?? [])];
  ALL_FIELDS.set(type, all);
  return all;
}

/**
 * Whether no field of a DTO, and of the DTOs inside it, has a fault: what the validator would find, without the errors that
 * it prepares for each field. A list of a thousand entries is read in a third of the time.
 */
function isSound(instance: object): boolean {
  return fieldsOf(instance.constructor).every(({ name, fault }) => {
    const value: unknown = Reflect.get(instance, name);
    return fault(value) === undefined && isSoundInside(value);
  });
}

function isSoundInside(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return true;
  }
  return Array.isArray(value) ? value.every(isSoundInside) : !hasFields(value.constructor) || isSound(value);
}

/** Follows an error down to the innermost field; what is wrong is asked of the field, which knows more than a text. */
function refusal(error: ValidationError, path = ''): AppError {
  const target: unknown = error.target;
  const isEntry = Array.isArray(target);
  const location = isEntry ? `${path}[${error.property}]` : path === '' ? error.property : `${path}.${error.property}`;
  const field = isEntry
    ? undefined
    : fieldsOf((target as object).constructor).find(({ name }) => name === error.property);
  const fault = field?.fault(error.value);
  if (fault) {
    const place = `${location}${fault.at ?? ''}`;
    return fault.says === 'required' ? missing(place) : malformed(`Field '${place}' ${fault.says}`);
  }
  const inner = error.children?.[0];
  return inner ? refusal(inner, location) : malformed(`Field '${location}' is not valid`);
}

import { isJsonObject } from '#platform/collections';
import type { Dto, FieldMetadata, Normalizer } from './field-metadata.js';
import { planOf } from './plan.js';

/** The format in which a value was written: JSON has numbers and booleans, a query has texts only. */
export type Source = 'json' | 'query';

type Body = Readonly<Record<string, unknown>>;

interface FieldReader {
  name: string;
  normalizers: readonly Normalizer[];
  reach: FieldMetadata['reach'];
  takes: (name: string, value: unknown) => boolean;
  type: FieldMetadata['type'];
  isMap: boolean;
  readText: ((text: string) => unknown) | undefined;
  /** True if the instance gets what JSON has. */
  isPlain: boolean;
}

interface ClassReader {
  fields: readonly FieldReader[];
  names: ReadonlySet<string>;
  whole: FieldReader | undefined;
}

const READERS = new WeakMap<Function, ClassReader>();

/**
 * Makes an instance of what was received: declared fields only, own properties alone, null counting as absent. What has
 * another form than its field stays as it is, for the checks to refuse.
 */
export function build<T extends object>(dto: Dto<T>, body: Body, source: Source): T {
  return builderOf(dto, source)(body);
}

/** Makes a builder of many objects of one class. */
export function builderOf<T extends object>(dto: Dto<T>, source: Source): (body: Body) => T {
  const reader = readerOf(dto);
  const { fields } = reader;
  return (body) => {
    const instance = new dto();
    for (const field of fields) {
      const { name } = field;
      const isPlain = field.isPlain && source === 'json';
      const value = isPlain ? ownValue(body, name) : readField(field, body, source, reader);
      if (value !== undefined) {
        (instance as Record<string, unknown>)[name] = value;
      }
    }
    return instance;
  };
}

/** Null counts as absent, and what an object inherits is not its own. */
function ownValue(body: Body, name: string): unknown {
  return Object.hasOwn(body, name) ? (body[name] ?? undefined) : undefined;
}

function readField(field: FieldReader, body: Body, source: Source, { names }: ClassReader): unknown {
  let value: unknown;
  if (field.reach === undefined) {
    value = ownValue(body, field.name);
  } else if (field.reach === 'body') {
    value = body;
  } else if (field.reach === 'others') {
    value = new Map(Object.entries(body).filter(([name, entry]) => !names.has(name) && field.takes(name, entry)));
  }
  if (source === 'query' && typeof value === 'string') {
    value = field.readText?.(value) ?? value;
  }
  return toInstances(field, normalized(field, value, body), source);
}

function normalized({ normalizers }: FieldReader, value: unknown, body: Body): unknown {
  let result = value;
  for (const normalizer of normalizers) {
    result = normalizer(result, body);
  }
  return result;
}

function toInstances({ type, isMap }: FieldReader, value: unknown, source: Source): unknown {
  if (type === undefined || value === undefined) {
    return value;
  }
  const dto = type();
  if (isMap) {
    const entries = value instanceof Map ? [...value] : isJsonObject(value) ? Object.entries(value) : undefined;
    return entries ? new Map(entries.map(([key, entry]) => [key, toInstance(dto, entry, source)])) : value;
  }
  return Array.isArray(value) && readerOf(dto).whole === undefined
    ? value.map((entry: unknown) => toInstance(dto, entry, source))
    : toInstance(dto, value, source);
}

function toInstance(dto: Dto, value: unknown, source: Source): unknown {
  if (isJsonObject(value)) {
    return build(dto, value, source);
  }
  const { whole, fields } = readerOf(dto);
  if (whole === undefined) {
    return value;
  }
  const instance: object = new dto();
  for (const field of fields) {
    if (field.reach === 'others') {
      Reflect.set(instance, field.name, toInstances(field, normalized(field, new Map(), {}), source));
    }
  }
  Reflect.set(instance, whole.name, toInstances(whole, normalized(whole, value, {}), source));
  return instance;
}

function readerOf(dto: Dto): ClassReader {
  const reader = READERS.get(dto);
  if (reader) {
    return reader;
  }
  const fields = planOf(dto).map(({ name, metadata, rules }): FieldReader => {
    const { normalizers, reach, takes = () => true, type, isMap = false } = metadata;
    const checks = new Set(rules.map((rule) => rule.name));
    const isPlain = reach === undefined && type === undefined && normalizers.length === 0;
    return { name, normalizers, reach, takes, type, isMap, readText: textReader(checks), isPlain };
  });
  const created = {
    fields,
    names: new Set(fields.filter(({ reach }) => reach === undefined).map(({ name }) => name)),
    whole: fields.find(({ reach }) => reach === 'whole'),
  };
  READERS.set(dto, created);
  return created;
}

const INTEGER = /^-?\d{1,16}$/;
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/** A query writes numbers and booleans as texts. */
function textReader(checks: ReadonlySet<string | undefined>): FieldReader['readText'] {
  const pattern = checks.has('isInt') ? INTEGER : checks.has('isNumber') ? NUMBER : undefined;
  if (pattern) {
    return (text) => (pattern.test(text) ? Number(text) : text);
  }
  return checks.has('isBoolean') ? (text) => (text === 'true' ? true : text === 'false' ? false : text) : undefined;
}

import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import type { Json, JsonObject } from './message.types.js';

/** Keys that mean something to JavaScript and nothing to a client; they never become keys of ours. */
const RESERVED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const UNCLEAN_PATTERN = /[\0\p{Surrogate}]/u;

/**
 * Text that any store and any UTF-8 encoder takes: no NUL (Postgres refuses it), lone surrogates replaced as an encoder
 * would. Never a reason to refuse a request.
 */
export function cleanText(text: string): string {
  if (!UNCLEAN_PATTERN.test(text)) {
    return text;
  }
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Deep enough for any client's data, and far from the stack's end. */
const MAX_DEPTH = 32;

/** A deep copy of parsed JSON without reserved keys and with clean texts. */
export function cleanObject(value: Record<string, unknown>, name: string, depth = 0): JsonObject {
  const copy: JsonObject = {};
  for (const [key, item] of entriesOf(value)) {
    copy[key] = cleanJson(item, name, depth + 1);
  }
  return copy;
}

function cleanJson(value: unknown, name: string, depth: number): Json {
  if (depth > MAX_DEPTH) {
    throw malformed(`Field '${name}' is nested too deeply`);
  }
  if (typeof value === 'string') {
    return cleanText(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => cleanJson(item, name, depth + 1));
  }
  if (isJsonObject(value)) {
    return cleanObject(value, name, depth);
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** Own entries with clean keys, reserved ones left out. */
export function entriesOf(value: Record<string, unknown>): [string, unknown][] {
  return Object.entries(value)
    .filter(([key]) => !RESERVED_KEYS.has(key))
    .map(([key, item]) => [cleanText(key), item]);
}

/**
 * What a refusal calls a field that a request may write inside `message` or beside it: as this request wrote it.
 *
 * @param field  as it is called at the top level, for example `ios.sound`
 */
export function nameAsWritten(body: unknown, field: string): string {
  const message = isJsonObject(body) ? body['message'] : undefined;
  const [first = ''] = field.split('.');
  const isInside = isJsonObject(message) && (message[first] ?? false) !== false && Object.hasOwn(message, first);
  return isInside ? `message.${field}` : field;
}

/**
 * Reads fields of a request leniently (decisions, section 3): `null` and `false` count as absent unless a boolean is
 * asked for, unknown fields are never looked at; a field of the wrong type is refused and named.
 */
export class Fields {
  /**
   * @param path    prefix of field names in refusals, '' at the top
   * @param sources where a field is looked for, the first that has it wins
   */
  constructor(
    private readonly path: string,
    private readonly sources: readonly Record<string, unknown>[],
  ) {}

  /** Name of a field as a refusal gives it. */
  named(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  /** The value as it came; absent, `null` and `false` are undefined. */
  raw(name: string): unknown {
    for (const source of this.sources) {
      const value = Object.hasOwn(source, name) ? source[name] : undefined;
      if (value !== undefined && value !== null && value !== false) {
        return value;
      }
    }
    return undefined;
  }

  /** A text; the empty one counts as absent. */
  text(name: string): string | undefined {
    const value = this.raw(name);
    if (value === undefined) {
      return undefined;
    }
    if (typeof value !== 'string') {
      throw malformed(`Field '${this.named(name)}' should be a text`);
    }
    const clean = cleanText(value);
    return clean.trim() === '' ? undefined : clean;
  }

  /** A boolean whose `false` says something, such as overriding a definition. */
  boolean(name: string): boolean | undefined {
    for (const source of this.sources) {
      const value = Object.hasOwn(source, name) ? source[name] : undefined;
      if (typeof value === 'boolean') {
        return value;
      }
      if (value !== undefined && value !== null) {
        throw malformed(`Field '${this.named(name)}' should be a boolean`);
      }
    }
    return undefined;
  }

  object(name: string): Record<string, unknown> | undefined {
    const value = this.raw(name);
    if (value !== undefined && !isJsonObject(value)) {
      throw malformed(`Field '${this.named(name)}' should be an object`);
    }
    return value;
  }

  array(name: string): unknown[] | undefined {
    const value = this.raw(name);
    if (value !== undefined && !Array.isArray(value)) {
      throw malformed(`Field '${this.named(name)}' should be an array`);
    }
    return value;
  }

  /** The fields of an object inside; none when it is absent. */
  inside(name: string): Fields {
    return new Fields(this.named(name), [this.object(name) ?? {}]);
  }
}

/** A record without the keys whose value is undefined: the normal form knows absent keys only. */
export function compact<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

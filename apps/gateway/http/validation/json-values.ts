import { AppError } from '#platform/errors';
import type { Fault } from './read-dto.js';

/** Deeper than any form of the contract; code that walks JSON by recursion relies on it. */
const MAX_DEPTH = 64;

const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;
const BRACKET_OPEN = 0x5b;
const BRACKET_CLOSE = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const DECODER = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON text (RFC 8259: UTF-8; a byte order mark is tolerated).
 *
 * @throws AppError `not_json` for bytes that are no UTF-8, a text that is no JSON, or nesting deeper than 64
 */
export function parseJson(bytes: Buffer): unknown {
  if (depthOf(bytes) > MAX_DEPTH) {
    throw new AppError('not_json', `The body is nested deeper than ${MAX_DEPTH} levels`);
  }
  try {
    return JSON.parse(DECODER.decode(bytes));
  } catch (error) {
    throw new AppError('not_json', 'The body is not JSON', { cause: error });
  }
}

/** Why a value cannot be kept as a text: it is none, is too long, or holds what Postgres refuses. */
export function textFault(value: unknown, max: number): Fault | undefined {
  if (typeof value !== 'string') {
    return { says: 'should be a text' };
  }
  if (value.length > max) {
    return { says: `should have at most ${max} characters` };
  }
  return /[\0\p{Surrogate}]/u.test(value) ? { says: 'has a NUL character or half a surrogate pair' } : undefined;
}

/** The first text, at any depth, that cannot be kept; keys count as texts. */
export function textFaultInside(value: unknown, path = ''): Fault | undefined {
  if (typeof value === 'string') {
    const fault = textFault(value, Infinity);
    return fault && { ...fault, at: path };
  }
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  const isList = Array.isArray(value);
  for (const [key, entry] of Object.entries(value)) {
    const wrongKey = textFault(key, Infinity);
    const fault = wrongKey
      ? { ...wrongKey, at: path }
      : textFaultInside(entry, isList ? `${path}[${key}]` : `${path}.${key}`);
    if (fault) {
      return fault;
    }
  }
  return undefined;
}

/** A copy without the keys that would reach an object's prototype. */
export function cleanJson(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(cleanJson);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(entries.map(([key, entry]) => [key, cleanJson(entry)]));
}

/** The deepest nesting of a text that may or may not be JSON; what stands in strings does not count. */
function depthOf(bytes: Buffer): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (isInString) {
      if (byte === BACKSLASH) {
        index += 1;
      } else if (byte === QUOTE) {
        isInString = false;
      }
    } else if (byte === QUOTE) {
      isInString = true;
    } else if (byte === BRACE_OPEN || byte === BRACKET_OPEN) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (byte === BRACE_CLOSE || byte === BRACKET_CLOSE) {
      depth -= 1;
    }
  }
  return deepest;
}

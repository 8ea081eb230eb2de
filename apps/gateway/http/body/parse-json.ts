import { AppError } from '#platform/errors';

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

/** The deepest nesting of a text that may or may not be JSON; characters in strings do not count. */
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

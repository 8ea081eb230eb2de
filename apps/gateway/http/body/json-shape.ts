import { beginsNumber, endOfNumber, endOfString, isSuspect } from '#platform/collections';

const BRACE_OPEN = 0x7b;
export const BRACE_CLOSE = 0x7d;
export const BRACKET_OPEN = 0x5b;
export const BRACKET_CLOSE = 0x5d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Values of a piece: a millisecond or so, whatever they are. */
const VALUES_OF_PIECE = 2000;
/** A text with so many values is parsed at once, in a few milliseconds: to cut it costs a second pass over its bytes. */
const VALUES_AT_ONCE = 20_000;

/** The elements of a JSON text, as far as its bytes tell before anything is parsed. The text may be no JSON. */
export interface JsonShape {
  /** Texts, numbers, lists, objects … An upper bound: an empty list counts twice. */
  values: number;
  /** The most keys of one object. */
  keys: number;
  depth: number;
  /**
   * Ends of the lists and objects that are parsed piece by piece, by their starts: offsets of brackets. The outermost
   * comes last.
   */
  large: ReadonlyMap<number, number>;
  /** Starts and ends of the numbers that could be inexact. */
  suspects: readonly number[];
}

/** Reads the shape of a JSON text in one pass. Characters in strings do not count. */
export function readShape(bytes: Buffer): JsonShape {
  const starts: number[] = [];
  const valuesBefore: number[] = [];
  const keysByDepth: number[] = [];
  const large = new Map<number, number>();
  const suspects: number[] = [];
  let [values, keys, depth, deepest] = [1, 0, 0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at);
        break;
      case COMMA:
        values += 1;
        break;
      case COLON: {
        const count = (keysByDepth[depth] ?? 0) + 1;
        keysByDepth[depth] = count;
        keys = Math.max(keys, count);
        break;
      }
      case BRACE_OPEN:
      case BRACKET_OPEN:
        starts[depth] = at;
        valuesBefore[depth] = values;
        values += 1;
        depth += 1;
        keysByDepth[depth] = 0;
        deepest = Math.max(deepest, depth);
        break;
      case BRACE_CLOSE:
      case BRACKET_CLOSE:
        depth = Math.max(0, depth - 1);
        if (values - (valuesBefore[depth] ?? 0) > VALUES_OF_PIECE) {
          large.set(starts[depth] ?? 0, at);
        }
        break;
      default:
        if (beginsNumber(bytes[at])) {
          const end = endOfNumber(bytes, at);
          if (isSuspect(bytes, at, end)) {
            suspects.push(at, end);
          }
          at = end - 1;
        }
    }
  }
  return { values, keys, depth: deepest, large, suspects };
}

/** Tests if a text is too large to be parsed in one piece. */
export function isLarge({ values }: JsonShape): boolean {
  return values > VALUES_AT_ONCE;
}

/** A part of a list or object that is read piece by piece: offsets in its text. */
export interface Piece {
  /** `members`: some that stand beside each other; `name`: what stands before a large one; `nothing`: after it. */
  kind: 'members' | 'name' | 'nothing';
  start: number;
  end: number;
}

/**
 * Cuts a large list or object at its own commas, into pieces of few values each. Lists and objects in it that are large
 * themselves are left out: each stands where a piece `name` ends.
 *
 * @param from  the offset of its bracket
 */
export function* cutPieces(bytes: Buffer, from: number, { large }: JsonShape): Generator<Piece> {
  const last = large.get(from) ?? bytes.length;
  let start = from + 1;
  let comma = from;
  let depth = 0;
  let values = 0;
  let kind: 'members' | 'nothing' = 'members';
  for (let at = from + 1; at < last; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
    } else if (byte === COMMA) {
      values += 1;
      if (depth === 0) {
        if (values >= VALUES_OF_PIECE || kind === 'nothing') {
          yield { kind, start, end: at };
          [start, values, kind] = [at + 1, 0, 'members'];
        }
        comma = at;
      }
    } else if (byte === BRACE_OPEN || byte === BRACKET_OPEN) {
      const end = large.get(at);
      if (end === undefined) {
        depth += 1;
        values += 1;
      } else {
        if (comma >= start) {
          yield { kind, start, end: comma };
          start = comma + 1;
        }
        yield { kind: 'name', start, end: at };
        [at, start, kind] = [end, end + 1, 'nothing'];
      }
    } else if (byte === BRACE_CLOSE || byte === BRACKET_CLOSE) {
      depth -= 1;
    }
  }
  yield { kind, start, end: last };
}

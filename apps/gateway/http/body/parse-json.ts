import { nextTurn, Stretch } from '#platform/async';
import { findInexactNumber, losesDigits } from '#platform/collections';
import { AppError, inexact, malformed } from '#platform/errors';
import {
  BRACE_CLOSE,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  cutPieces,
  isLarge,
  readShape,
  type JsonShape,
} from './json-shape.js';

/** Deeper than any form of the contract; code that walks JSON by recursion relies on it. */
const MAX_DEPTH = 64;
/** More than any form of the contract has: the largest is a profile. */
const MAX_KEYS = 1000;

/** Bytes that take a few milliseconds to read, whatever they are. */
const LARGE_BYTES = 256 * 1024;

const BLANK = /^[ \t\n\r]*$/;
const DECODER = new TextDecoder('utf-8', { fatal: true });
/** For text that stands further on, where a byte order mark is a fault. */
const INNER_DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a JSON text (RFC 8259: UTF-8; a byte order mark is tolerated). What it is made of is counted before anything is
 * parsed. A large text is parsed in pieces, between which other requests have their turn.
 *
 * @param maxValues  texts, numbers, lists, objects … that it may have
 * @throws AppError `not_json` for bytes that are no UTF-8, a text that is no JSON, or nesting deeper than 64; `malformed`
 *   for more values, an object with more than 1,000 keys, or a number that would lose digits
 */
export async function parseJson(bytes: Buffer, maxValues: number): Promise<unknown> {
  const parsed = await parseInTurns(bytes, maxValues);
  if (bytes.length > LARGE_BYTES) {
    await nextTurn();
  }
  return parsed;
}

async function parseInTurns(bytes: Buffer, maxValues: number): Promise<unknown> {
  const shape = readShape(bytes);
  if (shape.depth > MAX_DEPTH) {
    throw new AppError('not_json', `The body is nested deeper than ${MAX_DEPTH} levels`);
  }
  if (shape.values > maxValues) {
    throw malformed(`The body has more than ${maxValues.toLocaleString('en')} values`);
  }
  if (shape.keys > MAX_KEYS) {
    throw malformed(`An object of the body has more than ${MAX_KEYS.toLocaleString('en')} keys`);
  }
  if (bytes.length > LARGE_BYTES) {
    await nextTurn();
  }
  const parsed = await parse(bytes, shape);
  await requireExact(bytes, shape);
  return parsed;
}

async function parse(bytes: Buffer, shape: JsonShape): Promise<unknown> {
  try {
    return isLarge(shape) ? await new PieceParser(bytes, shape).parseAll() : JSON.parse(DECODER.decode(bytes));
  } catch (error) {
    throw new AppError('not_json', 'The body is not JSON', { cause: error });
  }
}

/** @throws AppError malformed for a number that JavaScript would change */
async function requireExact(bytes: Buffer, { suspects }: JsonShape): Promise<void> {
  const stretch = new Stretch();
  for (let i = 0; i < suspects.length; i += 2) {
    const start = suspects[i] ?? 0;
    if (losesDigits(bytes, start, suspects[i + 1] ?? start)) {
      throw inexact(findInexactNumber(bytes, start) ?? '');
    }
    if (stretch.isOver) {
      await stretch.giveWay();
    }
  }
}

/** Parses a large text piece by piece. Its methods throw for a text that is no JSON. */
class PieceParser {
  private readonly stretch = new Stretch();

  constructor(
    private readonly bytes: Buffer,
    private readonly shape: JsonShape,
  ) {}

  async parseAll(): Promise<unknown> {
    const [start, end] = [...this.shape.large].at(-1) ?? [0, 0];
    requireBlank(DECODER.decode(this.bytes.subarray(0, start)));
    requireBlank(INNER_DECODER.decode(this.bytes.subarray(end + 1)));
    return this.parse(start);
  }

  /** @param start  the offset of the bracket of a large list or object */
  private async parse(start: number): Promise<unknown> {
    const end = this.shape.large.get(start) ?? start;
    const isList = this.bytes[start] === BRACKET_OPEN;
    if (this.bytes[end] !== (isList ? BRACKET_CLOSE : BRACE_CLOSE)) {
      throw new SyntaxError('A bracket has no partner');
    }
    const list: unknown[] = [];
    const object: Record<string, unknown> = {};
    for (const piece of cutPieces(this.bytes, start, this.shape)) {
      const text = INNER_DECODER.decode(this.bytes.subarray(piece.start, piece.end));
      if (piece.kind === 'nothing' || (piece.kind === 'name' && isList)) {
        requireBlank(text);
      }
      const child = piece.kind === 'name' ? await this.parse(piece.end) : undefined;
      if (piece.kind !== 'nothing' && isList) {
        list.push(...(piece.kind === 'name' ? [child] : parseList(text)));
      } else if (piece.kind !== 'nothing') {
        assign(object, parseObject(piece.kind === 'name' ? `${text}null` : text), child);
      }
      if (this.stretch.isOver) {
        await this.stretch.giveWay();
      }
    }
    return isList ? list : object;
  }
}

/** The members of a piece. It has some: a comma stands before or after it. */
function parseList(text: string): unknown[] {
  return requireMembers(JSON.parse(`[${text}]`) as unknown[], text);
}

function parseObject(text: string): Record<string, unknown> {
  return requireMembers(JSON.parse(`{${text}}`) as Record<string, unknown>, text);
}

function requireMembers<T>(members: T, text: string): T {
  if (BLANK.test(text)) {
    throw new SyntaxError('A member is missing');
  }
  return members;
}

function requireBlank(text: string): void {
  if (!BLANK.test(text)) {
    throw new SyntaxError('Something stands where nothing may');
  }
}

/**
 * Gives an object the members of another, as `JSON.parse` would: `__proto__` is a key like others, and the last one counts.
 *
 * @param value  of the only member, in place of its own
 */
function assign(object: Record<string, unknown>, members: Record<string, unknown>, value?: unknown): void {
  for (const [key, member] of Object.entries(members)) {
    const property = { value: value ?? member, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(object, key, property);
  }
}

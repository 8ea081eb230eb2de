import { parseJson } from '#platform/collections';
import { trimInvisible } from '#platform/spelling';
import { FIELD_TYPES, type ItemType } from '../model/catalog.types.js';

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const NUMBERS: ReadonlySet<string> = new Set(['INT', 'LONG', 'DOUBLE']);
const WORDS = new Map<string, boolean>([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/**
 * The value of a cell of CSV. What is no value of the type stays a text, which is refused with its field.
 *
 * @returns undefined: the cell is empty
 */
export function readCell(type: ItemType, cell: string): unknown {
  const text = trimInvisible(cell);
  if (text === '') {
    return undefined;
  }
  const base = FIELD_TYPES.find((name) => type === name || type === `${name}[]`) ?? 'STRING';
  if (type === base) {
    return readScalar(base, text);
  }
  const list = text.startsWith('[')
    ? parseJson(text)
    : text.split(',').map((part) => readScalar(base, trimInvisible(part)));
  return list ?? text;
}

function readScalar(type: string, text: string): unknown {
  if (NUMBERS.has(type)) {
    return NUMBER.test(text) ? Number(text) : text;
  }
  return type === 'BOOLEAN' ? (WORDS.get(text.toLowerCase()) ?? text) : text;
}

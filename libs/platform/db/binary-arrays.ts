/** Type numbers of elements (pg_type). */
const INT2 = 21;
const INT4 = 23;
const INT8 = 20;

/** Dimensions, whether there are NULLs, type number; then length and lower bound of the only dimension. */
const HEADER_BYTES = 20;
const EMPTY_HEADER_BYTES = 12;
const LENGTH_BYTES = 4;
const HALF = 2 ** 32;

type WriteElement = (array: Buffer, value: number, at: number) => unknown;

/**
 * Integers as a Postgres array in its binary form (`array_recv`), for `$n::bigint[]`. The driver sends a Buffer as binary.
 * Printing large numbers, and reading them again, takes several times as long.
 *
 * @param numbers  safe integers
 */
export function bigintArray(numbers: readonly number[]): Buffer {
  return writeArray(numbers, INT8, 8, writeBigint);
}

/** Encodes a parameter `$n::integer[]`. */
export function integerArray(numbers: readonly number[]): Buffer {
  return writeArray(numbers, INT4, 4, (array, value, at) => array.writeInt32BE(value, at));
}

/** Encodes a parameter `$n::smallint[]`. */
export function smallintArray(numbers: readonly number[]): Buffer {
  return writeArray(numbers, INT2, 2, (array, value, at) => array.writeInt16BE(value, at));
}

/** In two halves: a BigInt for each number would be garbage. */
function writeBigint(array: Buffer, value: number, at: number): void {
  const upper = Math.floor(value / HALF);
  array.writeInt32BE(upper, at);
  array.writeUInt32BE(value - upper * HALF, at + 4);
}

function writeArray(values: readonly number[], type: number, bytes: number, writeElement: WriteElement): Buffer {
  if (values.length === 0) {
    const empty = Buffer.alloc(EMPTY_HEADER_BYTES);
    empty.writeInt32BE(type, 8);
    return empty;
  }
  const array = Buffer.allocUnsafe(HEADER_BYTES + values.length * (LENGTH_BYTES + bytes));
  [1, 0, type, values.length, 1].forEach((value, i) => array.writeInt32BE(value, i * 4));
  let at = HEADER_BYTES;
  for (const value of values) {
    array.writeInt32BE(bytes, at);
    writeElement(array, value, at + LENGTH_BYTES);
    at += LENGTH_BYTES + bytes;
  }
  return array;
}

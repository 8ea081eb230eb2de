import { isEqual, isNil, isTruthy, orderOf, readField, toJson, toList, toNumber, toText } from '../values/values.js';
import { advance, countCharacters } from './text-filters.js';
import type { Filter, FilterRun } from './filter.types.js';

/** Filters of lists. Each counts the elements that it reads. */

/** Reads a value by a path of own fields, such as `maker.name`. */
function readPath(item: unknown, keys: readonly string[]): unknown {
  let value = item;
  for (const key of keys) {
    value = readField(value, key);
  }
  return value;
}

function keysOf(property: unknown, { budget }: FilterRun): readonly string[] {
  const text = toText(property, budget);
  budget.write(text.length);
  return text.split('.');
}

function listOf(input: unknown, { budget }: FilterRun): readonly unknown[] {
  const list = toList(input);
  budget.spend(list.length);
  return list;
}

const join: Filter = (input, [sign], run) => {
  const separator = isNil(sign) ? ' ' : toText(sign, run.budget);
  const parts = listOf(input, run).map((item) => toText(item, run.budget));
  run.budget.write(separator.length * parts.length + parts.reduce((sum, part) => sum + part.length, 0));
  return parts.join(separator);
};

function pick(index: 0 | -1): Filter {
  return (input, _values, run) => {
    if (typeof input === 'string') {
      return index === 0 ? input.slice(0, 1) || undefined : input.slice(-1) || undefined;
    }
    return Array.isArray(input) ? listOf(input, run).at(index) : '';
  };
}

const map: Filter = (input, [property], run) => {
  const keys = keysOf(property, run);
  return listOf(input, run).map((item) => {
    run.budget.spend(keys.length);
    return readPath(item, keys);
  });
};

const where: Filter = (input, [property, expected], run) => {
  const keys = keysOf(property, run);
  return listOf(input, run).filter((item) => {
    run.budget.spend(keys.length);
    const value = readPath(item, keys);
    return expected === undefined ? isTruthy(value) : isEqual(value, expected, run.budget);
  });
};

function sortBy(toKey: (value: unknown, run: FilterRun) => unknown): Filter {
  return (input, [property], run) => {
    const list = listOf(input, run);
    const keys = property === undefined ? [] : keysOf(property, run);
    const pairs = list.map((item) => ({ item, key: toKey(readPath(item, keys), run) }));
    run.budget.spend(Math.ceil(list.length * Math.log2(list.length + 1)) * (keys.length + 1));
    const characters = pairs.reduce((sum, { key }) => sum + (typeof key === 'string' ? key.length : 0), 0);
    run.budget.write(characters);
    return pairs.toSorted((left, right) => orderOf(left.key, right.key)).map(({ item }) => item);
  };
}

const sum: Filter = (input, [property], run) => {
  const keys = property === undefined ? [] : keysOf(property, run);
  return listOf(input, run).reduce<number>((total, item) => {
    run.budget.spend(keys.length);
    return total + toNumber(readPath(item, keys));
  }, 0);
};

const concat: Filter = (input, [other], run) => [...listOf(input, run), ...listOf(other, run)];

const slice: Filter = (input, [from, count = 1], run) => {
  if (isNil(input)) {
    return [];
  }
  const [begin, length] = [toNumber(from), toNumber(count)];
  if (Array.isArray(input)) {
    const start = begin < 0 ? input.length + begin : begin;
    return start < 0 || length < 0 ? [] : listOf(input.slice(start, start + length), run);
  }
  const text = toText(input, run.budget);
  run.budget.write(2 * text.length);
  const start = begin < 0 ? countCharacters(text) + begin : begin;
  if (start < 0 || length < 0) {
    return '';
  }
  const first = advance(text, 0, start);
  return text.slice(first, advance(text, first, length));
};

export const LIST_FILTERS: Readonly<Record<string, Filter>> = {
  join,
  first: pick(0),
  last: pick(-1),
  map,
  where,
  sort: sortBy((value) => value),
  sort_natural: sortBy((value, { budget }) => (isNil(value) ? undefined : toText(value, budget).toLowerCase())),
  sum,
  concat,
  slice,
  size: (input) => (typeof input === 'string' || Array.isArray(input) ? input.length : 0),
  reverse: (input, _values, run) => listOf(input, run).toReversed(),
  uniq: (input, _values, run) => [...new Set(listOf(input, run))],
  compact: (input, _values, run) => listOf(input, run).filter((item) => !isNil(item)),
  json: (input, [space], { budget }) => toJson(input, budget, toNumber(space)),
};

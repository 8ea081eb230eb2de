import { createHash } from 'node:crypto';
import type { CatalogDefinition, FieldType, ItemChange, ItemType } from './catalog.types.js';
import type { ItemValue } from './item-value.types.js';
import type { SelectedItem, SelectionDefinition, Test } from './selection.types.js';

type Scalar = string | number | boolean;
type Fields = Pick<CatalogDefinition, 'key' | 'fields'>;

/** Bytes of a text that order items. */
const RANK_BYTES = 256;
/** Digits of base 16: enough that no two groups of a selection have the same. */
const GROUP_DIGITS = 32;
const NUMBERS: ReadonlySet<string> = new Set<FieldType>(['INT', 'LONG', 'DOUBLE']);

const TEST_RULES: Readonly<
  Record<Test, (value: Scalar | readonly Scalar[] | undefined, bounds: readonly Scalar[]) => boolean>
> = {
  is: (value, bounds) => bounds.some((entry) => entry === value),
  isNot: (value, bounds) => bounds.every((entry) => entry !== value),
  atLeast: (value, [bound = '']) => value !== undefined && value >= bound,
  atMost: (value, [bound = '']) => value !== undefined && value <= bound,
  above: (value, [bound = '']) => value !== undefined && value > bound,
  below: (value, [bound = '']) => value !== undefined && value < bound,
  has: (value, bounds) => Array.isArray(value) && bounds.some((entry) => value.includes(entry)),
};

/** The type of a field of an item, its key among them. */
export function typeOfField({ key, fields }: Fields, field: string): ItemType | undefined {
  return field === key ? 'STRING' : Object.hasOwn(fields, field) ? fields[field] : undefined;
}

/** @returns undefined: the item is not in the selection */
export function placeItem(
  catalog: Fields,
  selection: SelectionDefinition,
  { key, value }: ItemChange,
): SelectedItem | undefined {
  for (const [field, tests] of Object.entries(selection.where)) {
    const type = typeOfField(catalog, field) ?? 'STRING';
    const current = toComparable(type, value[field]);
    for (const [test, bounds] of Object.entries(tests) as [Test, ItemValue][]) {
      const listed = (Array.isArray(bounds) ? bounds : [bounds]).flatMap(
        (entry) => toScalar(baseOf(type), entry) ?? [],
      );
      if (!TEST_RULES[test](current, listed)) {
        return undefined;
      }
    }
  }
  const grouped = groupOf(
    catalog,
    selection,
    selection.same.map((field) => value[field]),
  );
  return grouped === undefined ? undefined : { key, grouped, rank: rankOf(catalog, selection, value) };
}

/**
 * The group of items with these values.
 *
 * @param values  of the fields in `same`; texts stand for numbers
 * @returns undefined: no item has such values
 */
export function groupOf(
  catalog: Fields,
  { same }: SelectionDefinition,
  values: readonly unknown[],
): string | undefined {
  const texts = same.flatMap((field, index) => {
    const value = toScalar(baseOf(typeOfField(catalog, field) ?? 'STRING'), values[index]);
    return value === undefined ? [] : [String(value)];
  });
  return texts.length < same.length
    ? undefined
    : createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, GROUP_DIGITS);
}

/** The items of a selection, in order. */
export function selectItems<T extends ItemChange>(
  catalog: Fields,
  selection: SelectionDefinition,
  items: readonly T[],
  values: readonly unknown[],
): T[] {
  const group = groupOf(catalog, selection, values);
  return items
    .flatMap((item) => {
      const place = placeItem(catalog, selection, item);
      return place && place.grouped === group
        ? [{ item, order: `${place.rank} ${Buffer.from(item.key).toString('hex')}` }]
        : [];
    })
    .toSorted((left, right) => (left.order < right.order ? -1 : 1))
    .slice(0, selection.limit)
    .map(({ item }) => item);
}

/** Bytes that order items: those without the field come last. */
function rankOf(catalog: Fields, { sort }: SelectionDefinition, value: ItemChange['value']): string {
  if (sort === null) {
    return '';
  }
  const isDown = sort.startsWith('-');
  const field = isDown ? sort.slice(1) : sort;
  const current = toScalar(baseOf(typeOfField(catalog, field) ?? 'STRING'), value[field]);
  if (current === undefined) {
    return '01';
  }
  const bytes = typeof current === 'string' ? rankText(current) : rankNumber(Number(current));
  return `00${Buffer.from(isDown ? bytes.map((byte) => 255 - byte) : bytes).toString('hex')}`;
}

/** The end is a byte that no text has, so that a text comes before its continuations, and behind them from the highest down. */
function rankText(text: string): Buffer {
  return Buffer.concat([Buffer.from(text).subarray(0, RANK_BYTES), Buffer.alloc(1)]);
}

/** Bytes in the order of the numbers: the sign is turned round, and below zero every bit. */
function rankNumber(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(number + 0);
  const isBelow = (bytes[0] ?? 0) >= 128;
  return Buffer.from(bytes.map((byte, index) => (isBelow ? 255 - byte : index === 0 ? byte + 128 : byte)));
}

function baseOf(type: ItemType): FieldType {
  return type.replace('[]', '') as FieldType;
}

function toComparable(type: ItemType, value: unknown): Scalar | readonly Scalar[] | undefined {
  const base = baseOf(type);
  if (type === base) {
    return toScalar(base, value);
  }
  return Array.isArray(value) ? value.flatMap((entry) => toScalar(base, entry) ?? []) : undefined;
}

/** A value in the form in which values of its type are equal and in order. */
function toScalar(type: FieldType, value: unknown): Scalar | undefined {
  if (type === 'BOOLEAN') {
    return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;
  }
  if (typeof value !== 'string' && typeof value !== 'number') {
    return undefined;
  }
  if (NUMBERS.has(type)) {
    const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
    return Number.isFinite(number) ? number + 0 : undefined;
  }
  if (type === 'TIME_STAMP') {
    const moment = Date.parse(String(value));
    return Number.isNaN(moment) ? undefined : moment;
  }
  return String(value);
}

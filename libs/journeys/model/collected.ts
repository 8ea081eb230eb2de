import { MAX_DATA_BYTES } from './limits.js';

/** Place of the events that a `batch` collected in the data of a visit. No attribute is called so. */
const PLACE = '#batch';

type Attributes = Readonly<Record<string, unknown>>;

/** Events of a batch. @property items  the first is that of the entry; the last ones are left out where they are too large */
export interface Collected {
  count: number;
  items: Attributes[];
}

/** The events that a visit has collected, with that of its entry. */
export function readCollected(data: Attributes): Collected {
  const { [PLACE]: stored, ...entry } = data;
  const { count, items } = (stored ?? { count: 0, items: [] }) as Collected;
  return { count: count + 1, items: [entry, ...items] };
}

/** Adds an event to the data of a visit. */
export function collect(data: Attributes, attrs: Attributes): Attributes {
  const { count, items } = (data[PLACE] ?? { count: 0, items: [] }) as Collected;
  const next = { ...data, [PLACE]: { count: count + 1, items: [...items, attrs] } };
  return Buffer.byteLength(JSON.stringify(next)) <= MAX_DATA_BYTES
    ? next
    : { ...data, [PLACE]: { count: count + 1, items } };
}

/** Data without what was collected. */
export function withoutCollected(data: Attributes): Attributes {
  const { [PLACE]: _collected, ...own } = data;
  return own;
}

/**
 * Values for texts: `batch`, the events as a list, `batch.count`, and for each attribute its values in their order, such as
 * `batch.title`.
 */
export function toBatchParams(data: Attributes): Record<string, unknown> {
  if (data[PLACE] === undefined) {
    return { batch: [data], 'batch.count': 1, ...prefixed(data) };
  }
  const { count, items } = readCollected(data);
  const codes = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const lists = codes.map(
    (code) => [code, items.flatMap((item) => (item[code] === undefined ? [] : toText(item[code]))).join(', ')] as const,
  );
  return { batch: items, 'batch.count': count, ...prefixed(Object.fromEntries(lists)) };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function prefixed(values: Attributes): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([code, value]) => [`batch.${code}`, value]));
}

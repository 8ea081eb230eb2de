import { BUCKETS } from '#platform/ids';

/** Microseconds from 1970 to the origin of times in Postgres. */
const ORIGIN_US = 946_684_800_000_000;
/** An event as Postgres packs it: the user without its bucket, microseconds, the definition. */
const PACKED_BYTES = 16;
/** The user is in 4 bytes, the time in 8. */
const [TIME_AT, ID_AT] = [4, 12];
const HIGH = 2 ** 32;

type Values = Readonly<Record<string, unknown>>;

/**
 * The events of one person in their order, in lists of one length: an object for each would cost as much as to judge it.
 *
 * @property ids     of their definitions
 * @property times   epoch ms
 * @property values  attributes by code; absent: they were not asked for
 */
export interface PastEvents {
  uid: number;
  ids: Int32Array;
  times: Float64Array;
  values?: readonly Values[];
}

/** The events of a bucket in any order. @property values  attributes, one for each event */
export interface PackedEvents {
  bucket: number;
  events: Buffer;
  values: readonly Values[] | undefined;
}

/**
 * Sorts the events of a bucket by person and time. Those of one moment keep the order of the list. Postgres would take three
 * times as long for the sort as for the reading.
 *
 * @param picked  only people with one of these; absent: all
 */
export function listPastEvents({ bucket, events, values }: PackedEvents, picked?: ReadonlySet<number>): PastEvents[] {
  const count = events.length / PACKED_BYTES;
  const view = new DataView(events.buffer, events.byteOffset, events.length);
  const persons = new Map<number, number>();
  const personOf = new Int32Array(count);
  const sizes: number[] = [];
  const isPicked: boolean[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = index * PACKED_BYTES;
    const number = view.getInt32(at);
    let person = persons.get(number);
    if (person === undefined) {
      person = sizes.push(0) - 1;
      persons.set(number, person);
      isPicked.push(picked === undefined);
    }
    personOf[index] = person;
    sizes[person] = (sizes[person] ?? 0) + 1;
    isPicked[person] ||= picked?.has(view.getInt32(at + ID_AT)) === true;
  }
  const ends: number[] = [];
  sizes.reduce((sum, size, person) => (ends[person] = sum + size), 0);
  const order = new Int32Array(count);
  for (let index = count - 1; index >= 0; index -= 1) {
    const person = personOf[index] ?? 0;
    const place = (ends[person] ?? 0) - 1;
    ends[person] = place;
    order[place] = index;
  }
  const list: PastEvents[] = [];
  for (const [number, person] of persons) {
    if (isPicked[person]) {
      const start = ends[person] ?? 0;
      const places = order.subarray(start, start + (sizes[person] ?? 0));
      list.push({ uid: number * BUCKETS + bucket, ...readEvents(view, places, values) });
    }
  }
  return list;
}

/** @param places  of the events of a person; they are sorted */
function readEvents(
  view: DataView,
  places: Int32Array,
  values: readonly Values[] | undefined,
): Omit<PastEvents, 'uid'> {
  const micros = (index: number) =>
    view.getInt32(index * PACKED_BYTES + TIME_AT) * HIGH + view.getUint32(index * PACKED_BYTES + TIME_AT + 4);
  const times = new Float64Array(places.length);
  let isSorted = true;
  for (let n = 0; n < places.length; n += 1) {
    const time = micros(places[n] ?? 0);
    isSorted &&= n === 0 || time >= (times[n - 1] ?? 0);
    times[n] = time;
  }
  if (!isSorted) {
    places.sort((a, b) => micros(a) - micros(b) || a - b);
    places.forEach((index, n) => (times[n] = micros(index)));
  }
  const ids = new Int32Array(places.length);
  for (let n = 0; n < places.length; n += 1) {
    ids[n] = view.getInt32((places[n] ?? 0) * PACKED_BYTES + ID_AT);
    times[n] = Math.floor(((times[n] ?? 0) + ORIGIN_US) / 1000);
  }
  return { ids, times, ...(values && { values: [...places].map((index) => values[index] ?? {}) }) };
}

import { describe, expect, it } from 'vitest';
import { listPastEvents } from './past-event-lists.js';

const BUCKET = 7;
const ORIGIN = Date.UTC(2000, 0, 1);

/** @param events  number of the user without its bucket, microseconds since 2000, id of the definition */
function pack(events: readonly (readonly [number: number, micros: number, id: number])[]): Buffer {
  const packed = Buffer.alloc(events.length * 16);
  events.forEach(([number, micros, id], index) => {
    packed.writeInt32BE(number, index * 16);
    packed.writeBigInt64BE(BigInt(micros), index * 16 + 4);
    packed.writeInt32BE(id, index * 16 + 12);
  });
  return packed;
}

const list = (events: Parameters<typeof pack>[0], wanted?: ReadonlySet<number>, values?: Record<string, unknown>[]) =>
  listPastEvents({ bucket: BUCKET, events: pack(events), values }, wanted).map((person) => ({
    ...person,
    ids: [...person.ids],
    times: [...person.times],
  }));

describe('listPastEvents', () => {
  it('Events of a bucket are sorted by person and time, with their attributes', () => {
    const values = [{ n: 0 }, { n: 1 }, { n: 2 }];
    const sorted = list(
      [
        [3, 2_000_000, 20],
        [4, 1_000_000, 21],
        [3, 1_999_999, 22],
      ],
      undefined,
      values,
    );
    expect(sorted).toEqual([
      { uid: 3 * 1024 + BUCKET, ids: [22, 20], times: [ORIGIN + 1999, ORIGIN + 2000], values: [{ n: 2 }, { n: 0 }] },
      { uid: 4 * 1024 + BUCKET, ids: [21], times: [ORIGIN + 1000], values: [{ n: 1 }] },
    ]);
  });

  it('Events of one microsecond keep their order, and those of one millisecond are sorted by its parts', () => {
    const [person] = list([
      [1, 5002, 10],
      [1, 5001, 11],
      [1, 5002, 12],
    ]);
    expect(person).toMatchObject({ ids: [11, 10, 12], times: [ORIGIN + 5, ORIGIN + 5, ORIGIN + 5] });
  });

  it('Only people with a wanted event are listed, with all of their events', () => {
    const events = [
      [1, 1000, 10],
      [2, 1000, 10],
      [2, 2000, 11],
    ] as const;
    expect(list(events, new Set([11]))).toMatchObject([{ uid: 2 * 1024 + BUCKET, ids: [10, 11] }]);
  });

  it('Times before the origin of Postgres are those of their millisecond', () => {
    expect(list([[1, -1, 10]])).toMatchObject([{ times: [ORIGIN - 1] }]);
  });
});

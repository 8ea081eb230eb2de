import { describe, expect, it } from 'vitest';
import { EventCatalogue } from './event-catalogue.js';
import type { EventAttribute, ResolvedEvent } from './model/event.types.js';
import { readEvent } from './read-event.js';
import { UnmatchedCounter } from './unmatched-counter.js';

const COMMON = { array: false, locked: false, privateInfo: false, mandatory: false };
const ATTRIBUTES: EventAttribute[] = [
  { ...COMMON, code: 'text', name: 'text', dataType: 'STRING' },
  { ...COMMON, code: 'count', name: 'count', dataType: 'INT' },
  { ...COMMON, code: 'amount', name: 'amount', dataType: 'DOUBLE' },
  { ...COMMON, code: 'isGift', name: 'isGift', dataType: 'BOOLEAN' },
  { ...COMMON, code: 'day', name: 'day', dataType: 'DATE' },
  { ...COMMON, code: 'at', name: 'at', dataType: 'TIME_STAMP' },
  { ...COMMON, code: 'items', name: 'items', dataType: 'STRING', array: true },
  { ...COMMON, code: 'size', name: 'size', dataType: 'STRING', options: ['S', 'M'] },
];

function createEvent(attributes: EventAttribute[], baseEventCode?: string): ResolvedEvent {
  const definition = { eventId: 1000, code: 'Own', eventName: 'Own', standard: false, attributes };
  const resolved = new EventCatalogue([{ ...definition, ...(baseEventCode && { baseEventCode }) }]).find('Own');
  if (!resolved) {
    throw new Error('The catalogue lost an event');
  }
  return resolved;
}

const read = (attributes: Record<string, unknown>, resolvedEvent = createEvent(ATTRIBUTES)): unknown =>
  readEvent(resolvedEvent, { name: 'Own', attributes });

describe('readEvent', () => {
  it('readEvent accepts values of every type, and instants as ISO 8601 text or milliseconds', () => {
    expect(
      read({
        text: 'a',
        count: 2,
        amount: 40.5,
        isGift: false,
        day: '2026-01-02',
        at: '2026-01-02T03:04:05+03:00',
        items: ['x', 'y'],
        size: 'M',
      }),
    ).toEqual({
      text: 'a',
      count: 2,
      amount: 40.5,
      isGift: false,
      day: Date.UTC(2026, 0, 2),
      at: Date.UTC(2026, 0, 2, 0, 4, 5),
      items: ['x', 'y'],
      size: 'M',
    });
    expect(read({ at: 1767225600000 })).toEqual({ at: 1767225600000 });
  });

  it('readEvent ignores undefined attributes and null', () => {
    const input = JSON.parse('{"text": null, "other": {"deep": 1}, "__proto__": {"polluted": 1}, "constructor": 1}');
    expect(read(input as Record<string, unknown>)).toEqual({});
  });

  it('readEvent accepts a built-in attribute by code or name and stores it by code', () => {
    expect(read({ pageName: 'home' }, createEvent([], 'n:vw'))).toEqual({ ep: 'home' });
    expect(read({ ep: 'home' }, createEvent([], 'n:vw'))).toEqual({ ep: 'home' });
  });

  it.each([
    [{ text: 1 }, 'text'],
    [{ text: ['a'] }, 'text'],
    [{ text: 'a\0' }, 'text'],
    [{ count: '2' }, 'count'],
    [{ count: 2.5 }, 'count'],
    [{ count: 2 ** 31 }, 'count'],
    [{ amount: '540.0' }, 'amount'],
    [{ isGift: 'true' }, 'isGift'],
    [{ day: '2026-02-30' }, 'day'],
    [{ at: 'yesterday' }, 'at'],
    [{ items: 'x' }, 'items'],
    [{ items: [1] }, 'items'],
    [{ size: 'L' }, 'size'],
  ])('readEvent refuses %j and names the attribute', (input, attribute) => {
    expect(() => read(input)).toThrow(
      expect.objectContaining({
        code: 2004,
        message: expect.stringMatching(`^Field '${attribute}' `) as string,
      }),
    );
  });

  it('readEvent refuses an event without a mandatory attribute', () => {
    const strict = createEvent([
      { ...COMMON, code: 'grandTotal', name: 'grandTotal', dataType: 'DOUBLE', mandatory: true },
    ]);
    for (const input of [{}, { grandTotal: null }]) {
      expect(() => read(input, strict)).toThrow("Field 'grandTotal' is mandatory for Own");
    }
    expect(read({ grandTotal: 0 }, strict)).toEqual({ grandTotal: 0 });
  });
});

describe('UnmatchedCounter', () => {
  it('UnmatchedCounter counts undefined names, with a limited example of the last event', () => {
    const names = new UnmatchedCounter();
    names.countEvent({ name: 'a', attributes: { n: 1 } }, { lastExtId: 'x' });
    names.countEvent({ name: 'b', attributes: { long: 'y'.repeat(5000) } }, { lastUid: 7 });
    names.countEvent({ name: 'a', attributes: { n: '\0\ud800' } }, { lastExtId: 'z' });
    expect(names.listCounts()).toEqual([
      { name: 'a', count: 2, lastExtId: 'z', lastExample: '{"n":"\\u0000\\ud800"}' },
      { name: 'b', count: 1, lastUid: 7, lastExample: `{"long":"${'y'.repeat(1991)}` },
    ]);
  });
});

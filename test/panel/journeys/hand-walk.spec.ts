import { describe, expect, it } from 'vitest';
import {
  type HandWalk,
  listHappenings,
  nextTime,
  personOf,
  readValues,
  scenarioOf,
  timeOf,
  walkOf,
} from '../../../apps/panel/journeys/editor/walk/hand-walk.js';

const START = Date.parse('2026-03-02T12:00:00Z');
const WALK: HandWalk = {
  start: START,
  person: { attributes: 'city = Oslo, points=5', tags: 'vip, new,', segments: 'quiet', timeZone: '' },
  acts: [
    { kind: 'event', name: 'Cart', attrs: { cartId: 'c1' } },
    { kind: 'pass', ms: 3_600_000 },
    { kind: 'event', name: 'Bought', attrs: {} },
  ],
};
const at = '2026-03-02T12:00:00.000Z';
const extId = 'person';
const HEAD = {
  uid: '7',
  extId: 'ada',
  names: null,
  email: null,
  msisdn: null,
  firstSeen: at,
  lastSeen: null,
  devices: [],
  consents: [],
  merged: null,
};

describe('A walk by hand', () => {
  it('Its acts are a scenario that ends at its time, with events at the moments at which they happened', () => {
    expect(timeOf(WALK)).toBe(START + 3_600_000);
    expect(scenarioOf(WALK)).toEqual({
      start: at,
      until: '2026-03-02T13:00:00.000Z',
      people: [{ extId, profile: { city: 'Oslo', points: 5 }, tags: ['vip', 'new'], segments: ['quiet'] }],
      events: [
        { at, extId, name: 'Cart', cartId: 'c1' },
        { at: '2026-03-02T13:00:00.000Z', extId, name: 'Bought' },
      ],
    });
  });

  it('Results of messages can happen: of the named step, of each one, or of none', () => {
    const sends = ['a', 'b'].map((id) => ({ send: { id, message: 'm' } }));
    const anyOf = [{ event: 'MessageClicked', node: 'b' }, { event: 'MessageFailed' }, { event: 'Unsubscribed' }];
    const steps = [...sends, { waitFor: { id: 'w', anyOf, atMost: '1d' } }];
    expect(listHappenings({ name: 'j', entry: { api: true }, steps }).slice(1)).toEqual([
      { name: 'MessageClicked', attrs: { node: 'b' }, codes: ['by'] },
      { name: 'MessageFailed', attrs: { node: 'a' }, codes: [] },
      { name: 'MessageFailed', attrs: { node: 'b' }, codes: [] },
      { name: 'Unsubscribed', attrs: {}, codes: [] },
    ]);
  });

  it('Values are numbers and truth values where they look so, and what is no pair is left out', () => {
    expect(readValues('a=1, b = x y , c=true, d, e=')).toEqual({ a: 1, b: 'x y', c: true, e: '' });
    expect(readValues('a="1, 2", b="say \\"hi\\"", c="5", d="')).toEqual({ a: '1, 2', b: 'say "hi"', c: '5', d: '"' });
  });

  it('The values of a user are read back as they are, whatever texts they have', () => {
    const values = {
      city: 'Oslo',
      points: 5,
      vip: true,
      code: '0042',
      place: 'Oslo, "Nord"',
      sign: 'a=b',
      empty: '',
      yes: 'true',
    };
    const attributes = Object.entries({ ...values, hidden: null }).map(([name, value]) => ({
      name,
      value,
      type: 'STRING' as const,
      masked: value === null,
    }));
    const segments = [{ name: 'quiet', asOf: null }];
    const person = personOf({ ...HEAD, attributes, tags: ['a', 'b'], segments }, 'Europe/Oslo');
    expect(readValues(person.attributes)).toEqual(values);
    expect(person).toMatchObject({ tags: 'a, b', segments: 'quiet', timeZone: 'Europe/Oslo' });
  });

  it('The drawing has the newest visit, and the next time is the first end of a wait that lies ahead', () => {
    const moments = [
      { at, extId, kind: 'entered', node: 'old' },
      { at, extId, kind: 'entered', node: 'pay', until: '2026-03-02T13:00:00.000Z' },
      { at, extId, kind: 'took', node: 'pay', way: 'else' },
      { at, extId, kind: 'waits', node: 'day', until: '2026-03-03T12:00:00.000Z' },
    ] as const;
    expect(walkOf(moments)).toEqual({ at: 'day', ways: [{ step: 'pay', way: 'else', at, unmet: null }] });
    expect(nextTime(moments, START)).toBe(START + 3_600_000);
    expect(nextTime(moments, START + 3_600_000)).toBe(START + 86_400_000);
    expect(nextTime(moments, START + 86_400_000)).toBeUndefined();
    expect(walkOf([])).toBeUndefined();
  });

  it('The events of a journey are those of its entry, its goal and its waits, with the values that it compares', () => {
    const journey = {
      name: 'cart',
      entry: { event: 'Cart', key: 'cartId', where: { price: { atLeast: 20 } } },
      goal: { event: 'Bought', same: ['cartId'] },
      steps: [
        { waitFor: { id: 'w', anyOf: [{ event: 'Bought' }, { segment: { joined: 'sleeping' } }], atMost: '1h' } },
      ],
    };
    expect(listHappenings(journey)).toEqual([
      { name: 'Cart', attrs: {}, codes: ['cartId', 'price'] },
      { name: 'Bought', attrs: {}, codes: ['cartId'] },
      { name: 'SegmentJoined', attrs: { segment: 'sleeping' }, codes: [] },
    ]);
    const asked = { ...journey, entry: { api: true, key: 'orderId' }, goal: {}, steps: [] };
    expect(listHappenings(asked)).toEqual([{ name: 'JourneyEntered', attrs: {}, codes: ['orderId'] }]);
  });
});

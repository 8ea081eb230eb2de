import { describe, expect, it } from 'vitest';
import { MAX_OF_APPLICATION, MAX_OF_MEMBER, MAX_STREAMS, StreamPlaces } from './stream-places.js';

/** Takes places until one is refused. */
function fill(places: StreamPlaces, placeOf: (n: number) => { memberId: number; appId: number }): number {
  for (let n = 0; ; n++) {
    try {
      places.take(placeOf(n));
    } catch {
      return n;
    }
  }
}

describe('StreamPlaces', () => {
  it('StreamPlaces gives one member no more than its share, in whatever application', () => {
    const places = new StreamPlaces();
    expect(fill(places, (n) => ({ memberId: 1, appId: n }))).toBe(MAX_OF_MEMBER);
    expect(fill(places, () => ({ memberId: 2, appId: 0 }))).toBe(MAX_OF_MEMBER);
  });

  it('StreamPlaces leaves places to members of other applications', () => {
    const places = new StreamPlaces();
    expect(fill(places, (n) => ({ memberId: n, appId: 1 }))).toBe(MAX_OF_APPLICATION);
    expect(fill(places, (n) => ({ memberId: n, appId: 2 }))).toBe(MAX_STREAMS - MAX_OF_APPLICATION);
  });

  it('StreamPlaces gives a place that was given back once to another reader', () => {
    const places = new StreamPlaces();
    const [first] = Array.from({ length: MAX_OF_MEMBER }, () => places.take({ memberId: 1, appId: 1 }));
    expect(() => places.take({ memberId: 1, appId: 1 })).toThrow('Too many streams');
    first?.();
    first?.();
    expect(fill(places, () => ({ memberId: 1, appId: 1 }))).toBe(1);
  });
});

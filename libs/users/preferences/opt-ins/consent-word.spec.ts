import { describe, expect, it } from 'vitest';
import { seeded } from '../../../../test/support/rooms/seeded-random.js';
import { sampleSize } from '../../../../test/support/rooms/sample-size.js';
import { decideWord, isTimed, type ConsentWord, type TimedWord } from './consent-word.js';

const START = Date.UTC(2026, 10, 28, 10);
const at = (seconds: number): Date => new Date(START + seconds * 1000);
const stop = (seconds?: number, id?: string): ConsentWord => ({ command: 'stop', id, at: timeOf(seconds) });
const start = (seconds?: number, id?: string): ConsentWord => ({ command: 'start', id, at: timeOf(seconds) });
const timeOf = (seconds?: number): Date | undefined => (seconds === undefined ? undefined : at(seconds));

interface Delivery {
  word: ConsentWord;
  now: Date;
}

/** State after some deliveries, as the service keeps it. */
function hearAll(deliveries: readonly Delivery[]): TimedWord | undefined {
  const ids = new Set<string | undefined>();
  let last: TimedWord | undefined;
  for (const { word, now } of deliveries) {
    const isHeard = word.id !== undefined && ids.has(word.id);
    last = decideWord(word, now, { last, isHeard }) ?? last;
    if (!isTimed(word, now)) {
      ids.add(word.id);
    }
  }
  return last;
}

/** The plain rule: the latest word counts, a word without a time by its first arrival, and STOP of two equal ones. */
function plainRule(deliveries: readonly Delivery[]): string {
  const times = new Map<string | undefined, { ms: number; command: string }>();
  for (const { word, now } of deliveries) {
    if (!times.has(word.id)) {
      times.set(word.id, { ms: (word.at ?? now).getTime(), command: word.command });
    }
  }
  const latest = Math.max(...[...times.values()].map(({ ms }) => ms));
  const latestWords = [...times.values()].filter(({ ms }) => ms === latest).map(({ command }) => command);
  return latestWords.includes('stop') ? 'stop' : 'start';
}

/** Messages of providers with and without times, each delivered one to three times, in a random order. */
function randomDeliveries(random: () => number): Delivery[] {
  const count = 1 + Math.floor(random() * 6);
  const order = Array.from({ length: count }, (_, index) => index)
    .flatMap((index) => Array.from({ length: 1 + Math.floor(random() * 3) }, () => index))
    .map((index) => ({ index, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ index }) => index);
  const words = Array.from({ length: count }, (_, index): ConsentWord => {
    const written = Math.floor(random() * (order.indexOf(index) + 1));
    return {
      id: String(index),
      command: random() < 0.5 ? 'stop' : 'start',
      at: random() < 0.6 ? at(written) : undefined,
    };
  });
  return order.map((index, place) => ({ word: words[index] ?? stop(), now: at(place) }));
}

describe('decideWord', () => {
  it.each<[string, Delivery[], 'stop' | 'start']>([
    ['a START that was written earlier', [deliver(stop(300), 301), deliver(start(0), 302)], 'stop'],
    ['a STOP that was written earlier', [deliver(start(300), 301), deliver(stop(0), 302)], 'start'],
    ['a STOP of the same second', [deliver(start(300), 301), deliver(stop(300), 302)], 'stop'],
    ['a START of the same second', [deliver(stop(300), 301), deliver(start(300), 302)], 'stop'],
    [
      'a STOP that comes again after a START',
      [deliver(stop(0), 1), deliver(start(5), 6), deliver(stop(0), 7)],
      'start',
    ],
    [
      'a STOP without a time that comes again after a START',
      [deliver(stop(undefined, 'a'), 1), deliver(start(undefined, 'b'), 2), deliver(stop(undefined, 'a'), 3)],
      'start',
    ],
    ['a START without a time', [deliver(stop(300), 301), deliver(start(undefined, 'b'), 302)], 'start'],
    ['a STOP of the year 1970', [deliver(start(0), 1), deliver({ ...stop(), at: new Date(1000) }, 2)], 'stop'],
    ['a STOP of tomorrow', [deliver(start(0), 1), deliver({ ...stop(86_400), id: 'x' }, 2)], 'stop'],
    [
      'a STOP of tomorrow that comes again after a START',
      [deliver(stop(86_400, 'x'), 1), deliver(start(2), 3), deliver(stop(86_400, 'x'), 4)],
      'start',
    ],
  ])('The last word is decided rightly after %s', (_, deliveries, expected) => {
    expect(hearAll(deliveries)?.command).toBe(expected);
  });

  it('The last word equals the plain rule for messages of all kinds in any order, however often they come', () => {
    const cases = sampleSize(10_000);
    for (let seed = 1; seed <= cases; seed++) {
      const deliveries = randomDeliveries(seeded(seed));
      expect([seed, hearAll(deliveries)?.command]).toEqual([seed, plainRule(deliveries)]);
    }
  });
});

function deliver(word: ConsentWord, seconds: number): Delivery {
  return { word, now: at(seconds) };
}

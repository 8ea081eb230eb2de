import { describe, expect, it } from 'vitest';
import { parseBulk } from '../../../test/support/rooms/parse.js';
import { compareContents, hashRequest } from './request-content.js';

const NOW = new Date('2030-01-01T00:00:00Z');
const contentOf = (text: string) => ({
  message: parseBulk({ title: 'Sale', text, platforms: ['IOS'] }),
  target: { type: 'all' } as const,
  options: {},
});
const LONG = 'Everything must go. '.repeat(60);

describe('what another request was before', () => {
  it('tells a change far behind the beginning of a long text, and what it is', () => {
    const place = 900;
    const changed = `${LONG.slice(0, place)}90 % off! ${LONG.slice(place)}`;
    const [difference, ...others] = compareContents(contentOf(LONG), contentOf(changed), NOW);
    expect(others).toEqual([]);
    expect(difference).toMatchObject({ field: 'message.text' });
    expect(difference?.to).toContain('90 % off!');
    expect(difference?.from).not.toContain('90 % off!');
    expect(difference?.to?.length).toBeLessThan(400);
    expect(difference?.to).toMatch(/^….*…$/);
  });

  it('tells a change of a short text whole', () => {
    expect(compareContents(contentOf('20 % off'), contentOf('30 % off'), NOW)).toEqual([
      { field: 'message.text', from: '"20 % off"', to: '"30 % off"' },
    ]);
  });

  it('tells something for whatever changes the hash, and nothing for the same', () => {
    for (const place of [0, 1, 299, 300, 301, 599, 1000, LONG.length]) {
      const changed = contentOf(`${LONG.slice(0, place)}x${LONG.slice(place)}`);
      expect(hashRequest([changed])).not.toBe(hashRequest([contentOf(LONG)]));
      const [difference] = compareContents(contentOf(LONG), changed, NOW);
      expect(difference?.from, `at ${place}`).not.toBe(difference?.to);
    }
    expect(compareContents(contentOf(LONG), contentOf(LONG), NOW)).toEqual([]);
  });
});

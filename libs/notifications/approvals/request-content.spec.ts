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

describe('Differences between two approval requests', () => {
  it('A change far into a long text is shown with its surroundings and at most 400 characters', () => {
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

  it('A change of a short text is shown with the whole text before and after', () => {
    expect(compareContents(contentOf('20 % off'), contentOf('30 % off'), NOW)).toEqual([
      { field: 'message.text', from: '"20 % off"', to: '"30 % off"' },
    ]);
  });

  it('Each change that alters the hash shows a difference, and equal requests show none', () => {
    for (const place of [0, 1, 299, 300, 301, 599, 1000, LONG.length]) {
      const changed = contentOf(`${LONG.slice(0, place)}x${LONG.slice(place)}`);
      expect(hashRequest([changed])).not.toBe(hashRequest([contentOf(LONG)]));
      const [difference] = compareContents(contentOf(LONG), changed, NOW);
      expect(difference?.from, `at ${place}`).not.toBe(difference?.to);
    }
    expect(compareContents(contentOf(LONG), contentOf(LONG), NOW)).toEqual([]);
  });
});

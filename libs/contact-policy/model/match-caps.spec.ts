import { describe, expect, it } from 'vitest';
import { CHOICE_CAPS, countBit, hasBit, holdBit, listHolding, marksOf, MAX_CAPS } from './match-caps.js';
import type { Cap } from './policy.types.js';

const MAIL = { policy: 'marketing', topicIds: [], channel: 'EMAIL' } as const;
const OWN: Cap[] = Array.from({ length: MAX_CAPS }, (_, slot) => ({
  entry: { name: `cap ${slot}`, most: 1, per: '1h' },
  slot,
  since: '2020-01-01T00:00:00.000Z',
  topicIds: [],
}));
const ALL = [...OWN, ...CHOICE_CAPS];
const holding = (marks: number) => listHolding(CHOICE_CAPS, marks).map(({ chosen }) => chosen);

describe('marksOf', () => {
  it('The bits of all caps and choices together fit into a safe integer, and none is that of another', () => {
    const bits = new Set([...ALL.map(countBit), ...ALL.map(holdBit)]);
    expect(bits.size).toBe(2 * MAX_CAPS + 1 + CHOICE_CAPS.length);
    const marks = marksOf(ALL, MAIL, 'month');
    expect(Number.isSafeInteger(marks)).toBe(true);
    expect(OWN.every((cap) => hasBit(marks, countBit(cap)) && hasBit(marks, holdBit(cap)))).toBe(true);
    expect(holding(marks)).toEqual(['month']);
  });

  it('Marketing by e-mail counts for every choice, and the choice of its person alone holds it back', () => {
    for (const chosen of ['day', 'week', 'month'] as const) {
      expect(holding(marksOf(CHOICE_CAPS, MAIL, chosen))).toEqual([chosen]);
    }
    for (const marks of [marksOf(CHOICE_CAPS, MAIL), marksOf(CHOICE_CAPS, MAIL, 'always')]) {
      expect(holding(marks)).toEqual([]);
      expect(CHOICE_CAPS.every((cap) => hasBit(marks, countBit(cap)))).toBe(true);
    }
  });

  it.each([
    { ...MAIL, policy: 'service' as const },
    { ...MAIL, policy: 'exempt' as const },
    { ...MAIL, channel: 'SMS' as const },
    { ...MAIL, channel: null },
  ])('No choice concerns a message with the policy $policy by $channel', (message) => {
    expect(marksOf(CHOICE_CAPS, message, 'week')).toBe(0);
  });
});

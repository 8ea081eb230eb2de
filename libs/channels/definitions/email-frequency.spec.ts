import { describe, expect, it } from 'vitest';
import {
  CHOSEN_FREQUENCIES,
  frequencyByNumber,
  listFrequencies,
  numberOfFrequency,
  requireOffered,
} from './email-frequency.js';

describe('Frequencies of e-mail', () => {
  it('A stored number is that of its choice, and a number of none stands for all e-mail', () => {
    expect(CHOSEN_FREQUENCIES.map((each) => frequencyByNumber(numberOfFrequency(each)))).toEqual([
      'always',
      'day',
      'week',
      'month',
    ]);
    expect([4, -1].map(frequencyByNumber)).toEqual(['always', 'always']);
  });

  it('A person sees what is offered and its own choice, and nothing where nothing is offered', () => {
    expect(listFrequencies(['month', 'day'], 'always')).toEqual(['always', 'day', 'month']);
    expect(listFrequencies(['day'], 'week')).toEqual(['always', 'day', 'week']);
    expect(listFrequencies([], 'week')).toEqual([]);
  });

  it('A choice that is not offered is refused with its field, and all e-mail is always a choice', () => {
    expect(() => requireOffered([], 'always', 'f')).not.toThrow();
    expect(() => requireOffered(['day'], 'day', 'f')).not.toThrow();
    expect(() => requireOffered(['day'], 'week', 'f')).toThrow(
      "Field 'f' should be one that the application offers (always, day)",
    );
  });
});

import { describe, expect, it } from 'vitest';
import { completePlaceholder, findOpenPlaceholder } from '../../../apps/panel/targets/open-placeholder.js';

describe('Completion of a placeholder', () => {
  it.each([
    ['Hello @{', '', 'Hello @{city}'],
    ['Hello @{ci', 'ci', 'Hello @{city}'],
    ['Hello @{ci, all of you', 'ci', 'Hello @{city}, all of you'],
    ['@{name} in @{şe', 'şe', '@{name} in @{city}'],
    ['@{na and @{city}', 'na', '@{city} and @{city}'],
    ['a dollar $& stays: @{n', 'n', 'a dollar $& stays: @{city}'],
  ])('An open placeholder is found in %j, and completed', (text, typed, whole) => {
    expect(findOpenPlaceholder(text)).toBe(typed);
    expect(completePlaceholder(text, 'city')).toBe(whole);
  });

  it.each(['', 'Hello', '@{name}', '@{name|you}', 'a @ and a {', '@{name|'])(
    'An open placeholder is not found in %j',
    (text) => {
      expect(findOpenPlaceholder(text)).toBeUndefined();
      expect(completePlaceholder(text, 'city')).toBe(text);
    },
  );
});

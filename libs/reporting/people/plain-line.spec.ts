import { expect, it } from 'vitest';
import { firstLine, withoutPlaceholders } from './plain-line.js';

it('A line has defaults in place of placeholders and tags, and no brackets of them', () => {
  expect(withoutPlaceholders('Hello @{name|friend}, @{city}! {{ person.name }}{% if a %}x{% endif %}')).toBe(
    'Hello friend, …! ……x…',
  );
  expect(withoutPlaceholders(undefined)).toBeUndefined();
});

it('A long text with many brackets is read in linear time and cut', () => {
  const started = performance.now();
  expect(withoutPlaceholders('@{'.repeat(500_000))).toHaveLength(1_000_000);
  expect(performance.now() - started).toBeLessThan(2_000);
  expect(firstLine(`  one\n two ${'x'.repeat(500)}`)).toMatch(/^one two x{100,}…$/);
});

import { describe, expect, it } from 'vitest';
import { Form, namesOf } from '#platform/forms';
import { CATEGORY_FIELDS } from './categories-reference.js';
import type { NewTopic } from '../topics/topic.types.js';
import { readCategory, toCategoryEntry } from './read-category.js';

function read(value: object, present: NewTopic[] = []): NewTopic[] {
  return Form.readList([value], 'categories', namesOf(CATEGORY_FIELDS)).map((form) => readCategory(form, present));
}

describe('readCategory', () => {
  it.each([
    [{ name: 'a' }, 'on'],
    [{ name: 'a', doubleOptIn: false }, 'on'],
    [{ name: 'a', doubleOptIn: true }, 'off'],
    [{ name: 'a', doubleOptIn: true, default: 'off' }, 'off'],
  ])('readCategory reads the default of %j as %s, and its entry reads as the same category', (value, byDefault) => {
    const [category] = read(value);
    expect(category?.default).toBe(byDefault);
    expect(category && read(toCategoryEntry(category))).toEqual([category]);
  });

  it('readCategory puts a present category off by default when it gets doubleOptIn', () => {
    const present = read({ name: 'a', title: { en: 'A' } });
    expect(read({ name: 'a', doubleOptIn: true }, present)).toMatchObject([{ default: 'off', title: { en: 'A' } }]);
  });

  it('readCategory refuses a default of on beside doubleOptIn', () => {
    expect(() => read({ name: 'a', doubleOptIn: true, default: 'on' })).toThrow(/default should be off/);
  });
});

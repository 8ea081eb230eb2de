import { describe, expect, it } from 'vitest';
import { MAX_LISTED, readErasureList } from './read-erasure-list.js';

describe('readErasureList', () => {
  it('readErasureList keeps the first line of each extId and counts repeats', () => {
    expect(readErasureList('ada\r\n\n  bo \nada\n')).toEqual({
      parts: [{ part: 0, lines: [1, 3], extIds: ['ada', 'bo'] }],
      asked: 2,
      repeated: 1,
    });
  });

  it('readErasureList cuts the list into parts of a hundred extIds', () => {
    const { parts } = readErasureList(Array.from({ length: 201 }, (_, n) => `u${n}`).join('\n'));
    expect(parts.map(({ extIds }) => extIds.length)).toEqual([100, 100, 1]);
    expect(parts[2]?.lines).toEqual([201]);
  });

  it('readErasureList refuses an empty list, a list that is too long, and an invalid line with its number', () => {
    const many = Array.from({ length: MAX_LISTED + 1 }, (_, n) => n).join('\n');
    expect(() => readErasureList(' \n')).toThrow("Field 'list' names nobody");
    expect(() => readErasureList(many)).toThrow(/at most 100000/);
    expect(() => readErasureList(`a\n${'x'.repeat(4097)}`)).toThrow(/in line 2/);
  });
});

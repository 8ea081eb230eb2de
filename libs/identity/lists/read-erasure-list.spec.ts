import { describe, expect, it } from 'vitest';
import { MAX_LISTED, readErasureList } from './read-erasure-list.js';

describe('readErasureList', () => {
  it('keeps where each extId stands first, and counts what repeats it', () => {
    expect(readErasureList('ada\r\n\n  bo \nada\n')).toEqual({
      parts: [{ part: 0, lines: [1, 3], extIds: ['ada', 'bo'] }],
      asked: 2,
      repeated: 1,
    });
  });

  it('cuts parts of one transaction each', () => {
    const { parts } = readErasureList(Array.from({ length: 201 }, (_, n) => `u${n}`).join('\n'));
    expect(parts.map(({ extIds }) => extIds.length)).toEqual([100, 100, 1]);
    expect(parts[2]?.lines).toEqual([201]);
  });

  it('refuses nobody, too many, and a line that is no extId, with its number', () => {
    const many = Array.from({ length: MAX_LISTED + 1 }, (_, n) => n).join('\n');
    expect(() => readErasureList(' \n')).toThrow("Field 'list' names nobody");
    expect(() => readErasureList(many)).toThrow(/at most 100000/);
    expect(() => readErasureList(`a\n${'x'.repeat(4097)}`)).toThrow(/in line 2/);
  });
});

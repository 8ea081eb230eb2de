import { describe, expect, it } from 'vitest';
import { toLines } from './changed-lines.js';

const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
const numbered = (count: number, end = ''): string[] => Array.from({ length: count }, (_, index) => `- ${index}${end}`);

describe('the lines of two texts', () => {
  it('are told with what changes, and with a gap where nothing does', () => {
    const before = numbered(20);
    const lines = toLines(textOf(before), textOf(before.toSpliced(10, 1, '- new', '- newer')));
    expect(lines.map(({ sign, text }) => `${sign} ${text}`)).toEqual([
      'gap ',
      'same - 7',
      'same - 8',
      'same - 9',
      'remove - 10',
      'add - new',
      'add - newer',
      'same - 11',
      'same - 12',
      'same - 13',
      'gap ',
    ]);
  });

  it('are none but the same where nothing changes', () => {
    expect(toLines('a: []\n', 'a: []\n')).toEqual([{ sign: 'same', text: 'a: []' }]);
  });

  it('are all of the first and all of the second where finding more would hold the process up', () => {
    const [before, after] = [
      numbered(8000),
      numbered(8000).map((line, index) => (index % 2 === 0 ? line : `${line}!`)),
    ];
    const lines = toLines(textOf(before), textOf(after));
    expect(lines.filter(({ sign }) => sign === 'remove').map(({ text }) => text)).toEqual(before);
    expect(lines.filter(({ sign }) => sign === 'add').map(({ text }) => text)).toEqual(after);
    expect(lines).toHaveLength(before.length + after.length);
  });
});

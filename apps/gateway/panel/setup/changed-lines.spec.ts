import { describe, expect, it } from 'vitest';
import { toLines } from './changed-lines.js';

const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
const numbered = (count: number, end = ''): string[] => Array.from({ length: count }, (_, index) => `- ${index}${end}`);

describe('toLines', () => {
  it('toLines returns the changed lines with their surroundings, and a gap for long unchanged parts', () => {
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

  it('toLines returns only same lines for equal texts', () => {
    expect(toLines('a: []\n', 'a: []\n')).toEqual([{ sign: 'same', text: 'a: []' }]);
  });

  it('toLines removes and adds all lines when a comparison would block the process', () => {
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

import { describe, expect, it } from 'vitest';
import { readYaml, writeYaml } from './yaml.js';

const BOUNDS = { depth: 64, values: 20_000, deadlineMs: 10_000 };
const read = (text: string) => readYaml(text, BOUNDS);
/** Characters of the longest section that the panel takes. */
const LONGEST = 200_000;
const fill = (part: string, length = LONGEST) => part.repeat(length / part.length);

describe('readYaml', () => {
  it.each([
    ['a: 1\nb: [x, "1", null, true, 0x10]\n', { a: 1, b: ['x', '1', null, true, 16] }],
    ['base: &b { x: 1 }\nmore: [*b, *b]\n', { base: { x: 1 }, more: [{ x: 1 }, { x: 1 }] }],
    ['a: &x 1\nb: *x\nc: &x 2\nd: *x\n', { a: 1, b: 1, c: 2, d: 2 }],
    ['1: a\nnull: b\n', { '1': 'a', '': 'b' }],
    ['', null],
    ['# a comment alone\n', null],
    ['a:\n', { a: null }],
    ['text: |\n  two\n  lines\n', { text: 'two\nlines\n' }],
  ])('The document %j is read as plain values', async (text, value) => {
    expect(await read(text)).toEqual(value);
  });

  it('The name __proto__ is one like any other', async () => {
    expect(Object.keys((await read('__proto__: { x: 1 }')) as object)).toEqual(['__proto__']);
  });

  it.each([
    ['a: &x [1, *x]', 'The alias *x stands within what it means at line 1, column 11'],
    ['a: &x\n  b: { c: *x }', 'The alias *x stands within what it means at line 2, column 11'],
    ['a: &x { b: &y [*x], c: *y }', 'The alias *x stands within what it means at line 1, column 16'],
    ['a: *nothing', 'No anchor stands before the alias *nothing at line 1, column 4'],
    ['a: *later\nb: &later 1', 'No anchor stands before the alias *later at line 1, column 4'],
    ['a: 1\nb: 2\na: 3', 'Names should be unique, and "a" stands twice in a map at line 3, column 1'],
    ['a: { "1": x, 1: y }', 'Names should be unique, and "1" stands twice in a map at line 1, column 14'],
    ['? [a, b]\n: c', 'The name of a value should be a text at line 1, column 3'],
    ['a: [', 'The file is not YAML'],
    ['a: 1\n---\nb: 2', 'The file is not YAML'],
  ])('The document %j is refused with the place of the fault', async (text, words) => {
    await expect(read(text)).rejects.toMatchObject({ refusal: 'malformed', message: expect.stringContaining(words) });
  });

  it.each([
    [
      'aliases of aliases',
      `a: &a [1,2,3,4,5,6,7,8,9]\n${'bcdefgh'
        .split('')
        .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`).join()}]`)
        .join('\n')}`,
    ],
    ['many aliases of one list', `a: &a [${fill('1,', 4000)}]\nb: [${fill('*a,', 300)}]`],
    ['a list of numbers', `a: [${fill('1,')}]`],
    ['a list of maps', fill('- { a: 1 }\n')],
  ])('A document with more values than its bound is refused: %s', async (_, text) => {
    await expect(read(text)).rejects.toThrow(/more than 20,000 values.* at line \d+, column \d+/);
  });

  it.each([
    ['lists in brackets', fill('[')],
    ['closed lists in brackets', '['.repeat(70) + ']'.repeat(70)],
    ['maps in braces', fill('{a: ')],
    ['lists in a line', fill('- ')],
    ['names of maps', fill('? ')],
    ['an indented map', Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('A deeply nested document is refused, and the next one is read: %s', async (_, text) => {
    await expect(read(text)).rejects.toMatchObject({ refusal: 'malformed' });
    expect(await read('a: 1')).toEqual({ a: 1 });
  });

  it.each([
    ['lists', (inner: string) => '['.repeat(63) + inner + ']'.repeat(63)],
    ['maps', (inner: string) => '{a: '.repeat(63) + inner + '}'.repeat(63)],
  ])('A document that is deep by aliases of %s within each other is refused', async (_, wrap) => {
    const lines = Array.from({ length: 25 }, (_value, n) => `n${n}: &n${n} ${wrap(n === 0 ? 'x' : `*n${n - 1}`)}`);
    await expect(readYaml(lines.join('\n'), { ...BOUNDS, values: 2_000_000 })).rejects.toThrow(
      /nested too deeply, in more than 64 levels at line 2, /,
    );
  });

  it('A document that is as deep as its bound by an alias is read', async () => {
    const text = (levels: number) =>
      `a: &a ${'['.repeat(32)}x${']'.repeat(32)}\nb: ${'['.repeat(levels)}*a${']'.repeat(levels)}`;
    expect(Object.keys((await read(text(31))) as object)).toEqual(['a', 'b']);
    await expect(read(text(32))).rejects.toThrow('nested too deeply');
  });

  it.each([
    '12345678901234567891: x',
    '{ a: { 9007199254740993: x } }',
    '1e400: x',
    'a: 0x123456789abcdef01',
    'a: 0x20000000000001',
    'a: [0o400000000000000001]',
    `a: 0x${'f'.repeat(300)}`,
    '0xfffffffffffffffff: x',
  ])('The document %j is refused for a number that loses digits', async (text) => {
    await expect(read(text)).rejects.toThrow(/The number at line 1, column \d+ loses digits; quote it as a text/);
  });

  it('Long names and hexadecimal numbers that keep their digits are read', async () => {
    expect(await read('9007199254740991: 0x20000000000000\n"12345678901234567891": 0o400000000000000000')).toEqual({
      '9007199254740991': 2 ** 53,
      '12345678901234567891': 2 ** 53,
    });
  });

  it('A document that takes longer than its deadline is refused, and the next one is read', async () => {
    const slow = readYaml(fill('a: 1\n', 2_000_000), { ...BOUNDS, deadlineMs: 20 });
    await expect(slow).rejects.toMatchObject({ refusal: 'malformed', message: 'The file takes too long to read' });
    expect(await read('a: 1')).toEqual({ a: 1 });
  });

  it('A value that no thread takes is a fault of Herald, and the next one is written', async () => {
    await expect(writeYaml({ a: () => 1 })).rejects.not.toMatchObject({ refusal: expect.anything() as unknown });
    expect(await writeYaml({ a: 1 })).toBe('a: 1\n');
  });

  it('A value is written as it was read', async () => {
    const value = { a: ['x', 1, null, { b: 'two\nlines' }] };
    expect(await read(await writeYaml(value))).toEqual(value);
  });
});

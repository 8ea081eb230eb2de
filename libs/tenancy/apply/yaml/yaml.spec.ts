import { describe, expect, it } from 'vitest';
import { readYaml, writeYaml } from './yaml.js';

const BOUNDS = { depth: 64, values: 20_000 };
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
  ])('A deeply nested document is refused, and the next one is read: %s', { timeout: 30_000 }, async (_, text) => {
    await expect(read(text)).rejects.toMatchObject({ refusal: 'malformed' });
    expect(await read('a: 1')).toEqual({ a: 1 });
  });

  it('A value is written as it was read', async () => {
    const value = { a: ['x', 1, null, { b: 'two\nlines' }] };
    expect(await read(await writeYaml(value))).toEqual(value);
  });
});

import { describe, expect, it } from 'vitest';
import { CopiedTree } from '../copied-tree.js';

const tree = (limit: number): CopiedTree =>
  new CopiedTree([])
    .write('test/budget.json', `{ "documentWords": ${limit} }`)
    .write('README.md', '# Herald\n\n| a | b |\n')
    .write('docs/cli.md', 'One – two,\n  three\t4th.\n')
    .write('CHANGELOG.md', 'These words are not counted.\n');

describe('Count of the words of documents', () => {
  it('Every document but the changelog counts, by its words with a letter or a digit', () => {
    expect(tree(7).script('words')).toEqual({
      code: 0,
      output: '      3 README.md\n      4 docs/cli.md\n      7 words in 2 documents; the limit is 7\n',
    });
  });

  it('A sum past the limit fails', () => {
    const { code, output } = tree(6).script('words');
    expect(output).toContain('7 words in 2 documents; the limit is 6\n');
    expect(output).toContain('Shorten a document');
    expect(code).toBe(1);
  });
});

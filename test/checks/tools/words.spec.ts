import { describe, expect, it } from 'vitest';
import { CopiedTree } from '../copied-tree.js';

const tree = (limit: number): CopiedTree =>
  new CopiedTree([])
    .write('test/budget.json', `{ "documentWords": ${limit} }`)
    .write('README.md', '# Herald\n\n| a | b |\n')
    .write('docs/cli.md', 'One – two,\n  three\tfour.\n')
    .write('CHANGELOG.md', 'These words are not counted.\n');

describe('Count of the words of documents', () => {
  it('Every document but the changelog counts, as wc -w counts it', () => {
    const counted = tree(12);
    const { output } = counted.run('wc', '-w', 'README.md', 'docs/cli.md');
    expect(output).toMatch(/\b12 total/);
    expect(counted.script('words')).toEqual({
      code: 0,
      output: '      5 docs/cli.md\n      7 README.md\n     12 words in 2 documents; the limit is 12\n',
    });
  });

  it('A sum past the limit fails', () => {
    const { code, output } = tree(11).script('words');
    expect(output).toContain('12 words in 2 documents; the limit is 11\n');
    expect(output).toContain('Shorten a document');
    expect(code).toBe(1);
  });
});

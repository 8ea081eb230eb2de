import { describe, expect, it } from 'vitest';
import { CopiedTree } from './copied-tree.js';

const house = (): CopiedTree =>
  new CopiedTree([])
    .write('package.json', '{ "scripts": { "bench": "" } }')
    .write('docs/glossary.md', '# Words\n\n## User & device\n');

describe('Check of links in documents', () => {
  it('A document passes when its links lead to existing documents and headings', () => {
    const text =
      'See [words](docs/glossary.md#user--device), [here](#top), [there](https://example.com) and `[not](a-link)`: `npm run bench`.\n\n# Top\n';
    expect(house().write('README.md', text).script('checks/links')).toEqual({
      code: 0,
      output: '2 links in 2 documents lead somewhere\n',
    });
  });

  it('A link may lead to an anchor that a document writes itself', () => {
    const decision = '# Queue\n\n<a id="adr-6"></a>\n\n### 6 The queue only wakes workers\n';
    const text = 'See [6](docs/queue.md#adr-6).\n';
    expect(house().write('docs/queue.md', decision).write('README.md', text).script('checks/links').code).toBe(0);
  });

  it.each([
    ['[x](docs/none.md)', 'README.md:3 leads to docs/none.md, which does not exist'],
    ['[x](docs/glossary.md#device)', 'docs/glossary.md has no such heading'],
    ['![x](docs/images/none.svg)', 'leads to docs/images/none.svg'],
    ['`npm run benhc`', 'tells of "npm run benhc"'],
  ])('The link %s is refused', (text, fault) => {
    const { code, output } = house().write('README.md', `# Herald\n\n${text}\n`).script('checks/links');
    expect(output).toContain(fault);
    expect(code).toBe(1);
  });
});

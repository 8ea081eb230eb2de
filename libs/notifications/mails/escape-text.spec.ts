import { describe, expect, it } from 'vitest';
import { compileBlocks } from './compile-blocks.js';
import { escapeLines, restoreTags } from './escape-text.js';
import { readBlockMail } from './read-blocks.js';
import { fillRegions } from './template-regions.js';

const TAGS = [
  `{{ name | default: "you & 'me'" }}`,
  `{% if points > 3 and name != "<b>" %}`,
  `{{ name\n  | append: '&amp;' }}`,
  `{%- assign x = '{' -%}`,
];

describe('Tags of templates in mails', () => {
  it.each(TAGS)('A tag is as its author wrote it, and the text around it is escaped: %j', (tag) => {
    expect(restoreTags(escapeLines(`1 < 2 & ${tag} "so"`))).toBe(`1 &lt; 2 &amp; ${tag} &quot;so&quot;`);
  });

  it('Tags in blocks and regions are as they were written', async () => {
    const text = TAGS.join(' ');
    const design = {
      blocks: [
        { type: 'text', text },
        { type: 'button', text, link: `https://a.example/?q=${TAGS[0]}` },
      ],
    };
    const html = restoreTags(await compileBlocks(readBlockMail(design as never, 'design')));
    const region = restoreTags(fillRegions('<p data-herald-edit="a">x</p>', [{ name: 'a', text, url: '' }], 'r'));
    for (const tag of TAGS) {
      expect(html).toContain(tag);
      expect(region).toContain(tag);
    }
  });

  it('A text that is no tag stays escaped', () => {
    const text = '{{ "open" <b> and }} and {% "never ended"';
    expect(restoreTags(escapeLines(text))).toBe('{{ "open" <b> and }} and {% &quot;never ended&quot;');
    expect(restoreTags('{{ <p>a</p> }} &quot;')).toBe('{{ <p>a</p> }} &quot;');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostile } from '../../../test/support/messages/random-messages.js';
import { fillRegions, readRegions } from './template-regions.js';

const TEMPLATE = `<!doctype html><table><tr><td class=a data-herald-edit="headline">Hello <b>you</b><br>there</td></tr></table>
<!--[if mso]><p>kept</p><![endif]--><img data-herald-edit=hero src='a.png' alt="old">
<a href="https://old.example" data-herald-edit="cta">Go</a><p>@{name|you} &amp; me</p>`;

describe('Template regions', () => {
  it('The regions of a template are its named elements, with their content', () => {
    expect(readRegions(TEMPLATE)).toEqual([
      { name: 'headline', kind: 'text', text: 'Hello you\nthere', url: '' },
      { name: 'hero', kind: 'image', text: 'old', url: 'a.png' },
      { name: 'cta', kind: 'link', text: 'Go', url: 'https://old.example' },
    ]);
  });

  it('Regions are filled in, and the rest of the template stays unchanged', () => {
    const filled = fillRegions(
      TEMPLATE,
      [
        { name: 'headline', text: 'a < b\n@{n|x & y}', url: '' },
        { name: 'hero', text: '"new"', url: 'https://new.example/b.png?a=1&b=2' },
        { name: 'cta', text: '', url: 'mailto:ada@example.com' },
      ],
      'mail.template.regions',
    );
    expect(filled).toBe(`<!doctype html><table><tr><td class=a >a &lt; b<br>@{n|x &amp; y}</td></tr></table>
<!--[if mso]><p>kept</p><![endif]--><img  src="https://new.example/b.png?a=1&amp;b=2" alt="&quot;new&quot;">
<a href="mailto:ada@example.com" >Go</a><p>@{name|you} &amp; me</p>`);
    expect(fillRegions(TEMPLATE, [], 'r')).toBe(TEMPLATE.replaceAll(/data-herald-edit=("\w+"|\w+)/g, ''));
  });

  it('Hostile text in a region stays plain text', () => {
    fc.assert(
      fc.property(hostile, (typed) => {
        const filled = fillRegions(TEMPLATE, [{ name: 'headline', text: typed, url: '' }], 'r');
        const marked = filled.replace('<td class=a >', '<td class=a data-herald-edit="headline">');
        expect(readRegions(marked)).toHaveLength(1);
        expect(filled).not.toContain('<script');
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  it.each([
    ['<p data-herald-edit="">x</p>', 'needs a name'],
    ['<p data-herald-edit="a<b">x</p>', 'needs a name'],
    ['<div data-herald-edit="a"><p data-herald-edit="b">x</p></div>', 'inside another one'],
    ['<p data-herald-edit="a">x', 'no end tag'],
    ['<p data-herald-edit="a">x</p><img data-herald-edit="a">', 'both'],
    ['<style data-herald-edit="a">x</style>', 'cannot be'],
    ['<div>'.repeat(500), 'too deep'],
    ['<p data-herald-edit="a">x</p>'.repeat(51), 'more than 50'],
  ])('The regions of the template %s are refused', (html, reason) => {
    expect(() => readRegions(html)).toThrow(reason);
  });

  it('A region accepts no address that runs code and no unknown name', () => {
    const fill = (name: string, url: string) => () => fillRegions(TEMPLATE, [{ name, text: '', url }], 'r');
    expect(fill('cta', 'javascript:alert(1)')).toThrow(expect.objectContaining({ field: 'r.0.url' }));
    expect(fill('hero', 'data:image/svg+xml,x')).toThrow(expect.objectContaining({ field: 'r.0.url' }));
    expect(fill('gone', '')).toThrow(expect.objectContaining({ field: 'r.0.name' }));
  });
});

import { describe, expect, it } from 'vitest';
import { countOpeners, parseHtml, parseText } from './placeholders.js';

describe('Placeholders of a plain text', () => {
  it.each([
    ['Hi @{name}!', ['Hi ', 'name', '!']],
    ['@{ Favorite Team }', ['', 'Favorite Team', '']],
    ['@{name|my friend}', ['', 'name|my friend', '']],
    ['https://a.example/@%7Bname%7D', ['https://a.example/', 'name', '']],
    ['https://a.example/?a=%40%7Bfirst%20name%7cX%7d&b', ['https://a.example/?a=', 'first name|X', '&b']],
    ['@{a}@%7Bb%7D', ['', 'a', '', 'b', '']],
    ['&#64;{name}', ['&#64;{name}']],
    ['a@b.example, {x}, ${x}, 50%40', ['a@b.example, {x}, ${x}, 50%40']],
  ])('The placeholders of %s are read', (text, template) =>
    expect(parseText(text)).toEqual({ template, broken: undefined }),
  );

  it.each([
    ['Hi @{name', '@{name'],
    ['Hi @{}', '@{}'],
    ['Hi @{ }', '@{ }'],
    ['Hi @{|you}', '@{|you}'],
    ['Hi @{{name}}', '@{{name}}'],
    ['@{a} @{b', '@{b'],
    ['https://a.example/@%7Bname', '@%7Bname'],
    ['https://a.example/@%7B%E0%A4%A%7D', '@%7B%E0%A4%A%7D'],
    [`@{${'x'.repeat(201)}}`, `@{${'x'.repeat(38)}`],
  ])('The placeholder of %s is broken', (text, broken) => expect(parseText(text).broken).toBe(broken));
});

describe('Placeholders of an HTML text', () => {
  it.each([
    ['@{name&nbsp;| friend}', 'name|friend'],
    ['@{\u00a0first&nbsp;name\n  }', 'first name'],
    ['@{missing|<b>K</b>}', 'missing|K'],
    ['@{na<em>me</em>}', 'name'],
    ['@{a|one<br>two}', 'a|one two'],
    ['@{a|x &amp; y &lt;z&gt;}', 'a|x & y <z>'],
    ['@{a&#124;b}', 'a|b'],
    ['@{a|1 < 2}', 'a|1 < 2'],
    ['&commat;{a}', 'a'],
    ['&#64;&#123;a&#125;', 'a'],
    ['&#x40;&lcub;a&rbrace;', 'a'],
    ['@%7Ba%20b%7D', 'a b'],
    ['%40%7Ba&#37;20b%7D', 'a b'],
  ])('The placeholder %s is read as its reader sees it', (html, placeholder) =>
    expect(parseHtml(`<p>${html}</p>`)).toEqual({ template: ['<p>', placeholder, '</p>'], broken: undefined }),
  );

  it.each([
    '@{name',
    '@&#123;name',
    '@%7Bname',
    '@{na<b>me}',
    '@{na</td><td>me}',
    '@{<b></b>}',
    '@{&nbsp;}',
    '<style>@{ color: red; .a { top: 0 } }</style>',
  ])('The placeholder %s is broken', (html) => expect(parseHtml(`<p>${html}</p>`).broken).toBeDefined());

  it.each(['@media print { p { top: 0 } }', '@', '{', 'a@b.example', '&#640;{', '@ {x}'])(
    'The text %s has no placeholder and no broken one',
    (html) => expect(parseHtml(html)).toEqual({ template: [html], broken: undefined }),
  );
});

describe('countOpeners', () => {
  it('countOpeners counts whole and broken placeholders up to a number', () => {
    expect(countOpeners('@{a} @{ @%7Bx%7D %40%7b', 100)).toBe(4);
    expect(countOpeners('@{'.repeat(100), 10)).toBe(10);
    expect(countOpeners('a@b {c}', 10)).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { readAddress } from './html/html-tags.js';
import { fillLinked, type LinkedTemplate } from './linked-template.js';
import { compileMail } from './mail-template.js';
import { escapeHtml } from './template.js';

/** The text with each link and the end of its content in braces. */
function show(template: LinkedTemplate, readUrl?: (written: string) => string): string {
  const filled = fillLinked(template, (raw) => ({ text: raw, raw }), {
    escape: ({ text }) => escapeHtml(text),
    readUrl,
  });
  let shown = '';
  let from = 0;
  for (const { start, end, url } of filled?.links ?? []) {
    shown += `${filled?.text.slice(from, start)}{${url}}`;
    from = end;
  }
  return shown + filled?.text.slice(from, filled.end) + '{end}' + filled?.text.slice(filled.end);
}
const showHtml = (html: string): string => show(compileMail(html).html, readAddress);
const showText = (html: string): string => show(compileMail(html).text);

describe('Links of an HTML body', () => {
  it.each([
    ['<a href="https://a.example/">x</a>', '<a href="{https://a.example/}">x</a>{end}'],
    ["<A class=b HREF = 'http://a.example?x=1&amp;y=2'>", "<A class=b HREF = '{http://a.example?x=1&y=2}'>{end}"],
    ['<a href=https://a.example/b>x</a>', '<a href={https://a.example/b}>x</a>{end}'],
    [
      '<a href="https://a.example"/><a\nhref="https://b.example/&#x41;">',
      '<a href="{https://a.example}"/><a\nhref="{https://b.example/A}">{end}',
    ],
    ['<html><body>x</body></html>', '<html><body>x{end}</body></html>'],
    [
      '<a href="https://a.example" href="https://b.example">',
      '<a href="{https://a.example}" href="https://b.example">{end}',
    ],
    ['<a href="https://shop.example/caf&eacute;">', '<a href="{https://shop.example/café}">{end}'],
    ['<a href="https://a.example/?a=1&copy=2&lt=3">', '<a href="{https://a.example/?a=1&copy=2&lt=3}">{end}'],
    ['<a href="https&colon;//a.example&sol;&Tab;b&NewLine;c">', '<a href="{https://a.example/bc}">{end}'],
    ['<a href=" \n https://a.example/a\n  b\t ">', '<a href="{https://a.example/a  b}">{end}'],
    ['<a href="\x01https://a.example/">', '<a href="{https://a.example/}">{end}'],
    ['<a href="https://a.example/@{x&amp;y}?b=@{c}">', '<a href="{https://a.example/x&y?b=c}">{end}'],
    ['<a href="@%7Blink%7D">', '<a href="{link}">{end}'],
    ['<a title="@{a}" href=\'@{b}\'>@{c}</a>', '<a title="a" href=\'{b}\'>c</a>{end}'],
    ['<a href="mailto:a@b.example">', '<a href="{mailto:a@b.example}">{end}'],
    ['<a href="#top">', '<a href="{#top}">{end}'],
  ])('The links and the end of %s are found', (html, expected) => expect(showHtml(html)).toBe(expected));

  it.each([
    '<a name="x">',
    '<area href="https://a.example">',
    '<img alt="<a href=\'https://a.example\'>" src="https://a.example/x.png">',
    '<!-- <a href="https://a.example"> -->',
    '<!--[if mso]><a href="https://a.example"><![endif]-->',
    '<style>a::after{content:"<a href=https://a.example>"}</style>',
    '<script>"<a href=https://a.example>"</script>',
    '<a href="https://a.example',
    '1 < 2 <3',
    'https://a.example in a text',
  ])('No link is found in %s', (html) => expect(showHtml(html)).toBe(`${html}{end}`));
});

describe('Links of the text part of an e-mail', () => {
  it.each([
    [`<a href="https://shop.example/tr">Shop</a>'ta`, `Shop [{https://shop.example/tr}]'ta{end}`],
    ['<a href="https://shop.example/tr">Shop</a>’ta', 'Shop [{https://shop.example/tr}]’ta{end}'],
    ['<a href="https://shop.example/a]b(c">A</a>(d', 'A [{https://shop.example/a]b(c}](d{end}'],
    ['<a href="https://a.example/x">https://a.example/x</a>ta', '{https://a.example/x} ta{end}'],
    ['<a href="https://a.example/x"><img></a>, more', '{https://a.example/x}, more{end}'],
    ['<p>See https://a.example/x’de</p>', 'See {https://a.example/x}’de{end}'],
    ['<a href="https://a.example/x">https://b.example/y</a>.', '{https://b.example/y} [{https://a.example/x}].{end}'],
    ['<a href="@{link}">A</a>', 'A [{link}]{end}'],
    ['<a href="@{link}">@{ link }</a>', '{link}{end}'],
    ['<a href="https://a.example/@{x}">https://a.example/@{x}</a>', '{https://a.example/x}{end}'],
    ['<a href="mailto:a@b.example">Mail</a>', 'Mail [a@b.example]{end}'],
    ['<!--[if mso]><a href="https://a.example/">A</a><![endif]-->B', 'B{end}'],
  ])('The links in the text of %s are found where they were written', (html, expected) =>
    expect(showText(html)).toBe(expected),
  );

  it.each([
    ['https://shop.example/café au lait', 'https://shop.example/caf%C3%A9%20au%20lait'],
    ['https://shop.example/a[b]&lt;c&gt;', 'https://shop.example/a%5Bb%5D%3Cc%3E'],
    ['https://münchen.example/ü', 'https://xn--mnchen-3ya.example/%C3%BC'],
    ["https://shop.example/'a'", 'https://shop.example/%27a%27'],
    ['https://shop.example/%20?a=b&amp;c=(d)', 'https://shop.example/%20?a=b&c=(d)'],
    ['http://[2001:db8::1]/a', 'http://[2001:db8::1]/a'],
  ])('The address %s is percent-encoded in the text', (address, written) => {
    const { template } = compileMail(`<a href="${address}">A</a>`).text;
    expect(template).toEqual([`A [${written}]`]);
  });
});

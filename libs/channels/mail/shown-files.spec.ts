import { describe, expect, it } from 'vitest';
import { slowTexts } from '../../../test/support/rooms/hostile-texts.js';
import { listShownFiles, replaceShownFiles } from './shown-files.js';

const IDS: Readonly<Record<string, string>> = {
  'logo.png': '1@x',
  'logo@2x.png': '2@x',
  'my logo.png': '3@x',
  'größe.png': '4@x',
  'a&b.png': '5@x',
  '100%.png': '6@x',
};
const replace = (html: string) =>
  replaceShownFiles(html, (names) => names.map((name) => IDS[name]).find((id) => id !== undefined));

describe('replaceShownFiles', () => {
  it.each([
    ['<img src="cid:logo.png">', '<img src="cid:1@x">'],
    ['<img src="cid:logo@2x.png">', '<img src="cid:2@x">'],
    ['<img src="cid:logo%402x.png">', '<img src="cid:2@x">'],
    ['<img src="cid:logo&#64;2x.png">', '<img src="cid:2@x">'],
    ["<IMG alt='x' SRC='CID:logo.png' >", `<IMG alt='x' SRC="cid:1@x" >`],
    ['<img src=cid:logo.png>', '<img src="cid:1@x">'],
    ['<img src="&#99;id:logo.png">', '<img src="cid:1@x">'],
    ['<img src=" cid:my logo.png ">', '<img src="cid:3@x">'],
    ['<img src="cid:my%20logo.png">', '<img src="cid:3@x">'],
    ['<img src="cid:gr&ouml;&szlig;e.png">', '<img src="cid:4@x">'],
    ['<img src="cid:gr%C3%B6%C3%9Fe.png">', '<img src="cid:4@x">'],
    ['<img src="cid:gr%F6%DFe.png">', '<img src="cid:4@x">'],
    [`<img src="cid:${'größe.png'.normalize('NFD')}">`, '<img src="cid:4@x">'],
    ['<img src="cid:a&amp;b.png">', '<img src="cid:5@x">'],
    ['<img src="cid:100%.png">', '<img src="cid:6@x">'],
    ['<img src="cid:images/logo.png">', '<img src="cid:1@x">'],
    ['<td background="cid:logo.png">', '<td background="cid:1@x">'],
    ['<a href="cid:logo.png">', '<a href="cid:1@x">'],
    [
      '<img srcset="cid:logo.png 1x, cid:logo@2x.png 2x,https://a.example/b.png 3x">',
      '<img srcset="cid:1@x 1x, cid:2@x 2x,https://a.example/b.png 3x">',
    ],
    [
      '<p style="color: red; background: url(cid:logo.png) no-repeat">',
      `<p style="color: red; background: url('cid:1@x') no-repeat">`,
    ],
    [
      `<p style="background: url('cid:my logo.png'), url(&quot;cid:logo.png&quot;)">`,
      `<p style="background: url('cid:3@x'), url('cid:1@x')">`,
    ],
    [
      '<style>.a > b { background: url("cid:logo.png") }</style><img src="cid:logo.png">',
      `<style>.a > b { background: url('cid:1@x') }</style><img src="cid:1@x">`,
    ],
    [
      '<!--[if mso]><v:fill type="tile" src="cid:logo.png" color="#fff"/><![endif]--><td background="cid:logo.png">',
      '<!--[if mso]><v:fill type="tile" src="cid:1@x" color="#fff"/><![endif]--><td background="cid:1@x">',
    ],
    [
      '<img alt="a > b" src="cid:logo.png"><p title="cid:logo.png">',
      '<img alt="a > b" src="cid:1@x"><p title="cid:logo.png">',
    ],
  ])('In %s the names of files become Content-IDs', (html, expected) => {
    expect(replace(html)).toBe(expected);
  });

  it.each([
    '<p>cid:logo.png</p>',
    '<pre>&lt;img src="cid:logo.png"&gt;</pre>',
    '<!-- <img src="cid:logo.png"> -->',
    '<img src="cid:other.png">',
    '<img src="cid:Logo.PNG">',
    '<img src="https://a.example/cid:logo.png">',
    '<script>"<img src=cid:logo.png>"</script>',
    '<title><img src="cid:logo.png"></title>',
    '<img src="cid:logo.png',
    'acid: & grief &#252;',
    '',
  ])('The HTML %s stays as it is', (html) => {
    expect(replace(html)).toBe(html);
  });

  it('replaceShownFiles takes time in proportion to the length of the text', async () => {
    expect(await slowTexts((text) => replace(`cid:${text}`))).toEqual([]);
    expect(await slowTexts((text) => replace(`<p style="${text}"><img srcset="cid:${text}">`))).toEqual([]);
    const repeat = (part: string) => ({ name: part, make: (length: number) => part.repeat(length / part.length) });
    const texts = ['url(cid:', "url('cid:", 'url( ', '\u0301\u0316', '%C3', '&#99;'].map(repeat);
    for (const [before, behind] of [
      ['<style>', '</style>'],
      ['<img src="cid:', '">'],
      ['<p style="', '">'],
    ]) {
      expect(await slowTexts((text) => replace(`${before}${text}${behind}cid`), texts)).toEqual([]);
    }
  });

  it('A tag with many attributes is read in proportional time, and its text stays as it is', async () => {
    const attributes = {
      name: 'attributes',
      make: (length: number) => Array.from({ length: length / 6 }, (_, n) => `a${n}`).join(' '),
    };
    expect(await slowTexts((text) => replace(`<img src="cid:logo.png" ${text}>`), [attributes])).toEqual([]);
    const html = `<img src="cid:logo.png" ${attributes.make(6000)}>`;
    expect(replace(html)).toBe(html);
  });
});

describe('listShownFiles', () => {
  it('listShownFiles lists each name once, and none with a placeholder in it', () => {
    const html =
      '<img src="cid:logo%402x.png"><img src="cid:logo@2x.png"><img src="cid:@{picture}"><td background="cid:a b.gif">';
    expect(listShownFiles(html)).toEqual(['logo@2x.png', 'a b.gif']);
  });
});

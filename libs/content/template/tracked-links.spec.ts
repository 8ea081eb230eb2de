import { describe, expect, it } from 'vitest';
import type { Message } from '../model/message.types.js';
import {
  splitHtml,
  fillLinkTemplate,
  hasPlaceholder,
  joinHtml,
  findTextLinks,
  findLinkTemplates,
  getOrigin,
  findTemplateIndex,
  findTrustedOrigins,
  UNSUBSCRIBE_MARK,
} from './tracked-links.js';

const isPage = (url: string): boolean => getOrigin(url) !== null;
const rewrite = (html: string): string =>
  joinHtml(splitHtml(html, isPage), (place) =>
    place.kind === 'link' ? `{${place.index}:${place.url}}` : place.kind === 'unsubscribe' ? '{u}' : '{end}',
  );
const message = (more: Partial<Message>): Message => ({ platforms: ['EMAIL'], ios: {}, android: {}, ...more });

describe('Links of an HTML body', () => {
  it.each([
    ['<a href="https://a.example/">x</a>', '<a href="{0:https://a.example/}">x</a>{end}'],
    ["<A class=b HREF = 'http://a.example?x=1&amp;y=2'>", "<A class=b HREF = '{0:http://a.example?x=1&y=2}'>{end}"],
    ['<a href=https://a.example/b>x</a>', '<a href={0:https://a.example/b}>x</a>{end}'],
    [
      '<a href="https://a.example"/><a\nhref="https://b.example/&#x41;">',
      '<a href="{0:https://a.example}"/><a\nhref="{1:https://b.example/A}">{end}',
    ],
    ['<html><body>x</body></html>', '<html><body>x{end}</body></html>'],
    [`<a href="${UNSUBSCRIBE_MARK}">${UNSUBSCRIBE_MARK}</a>`, '<a href="{u}">{u}</a>{end}'],
    [
      '<a href="https://a.example" href="https://b.example">',
      '<a href="{0:https://a.example}" href="https://b.example">{end}',
    ],
  ])('splitHtml finds the links and the end of %s', (html, expected) => expect(rewrite(html)).toBe(expected));

  it.each([
    '<a href="mailto:a@b.example">',
    '<a href="tel:+90532">',
    '<a href="#top">',
    '<a href="/relative">',
    '<a href="javascript:alert(1)">',
    '<a href="https://user:secret@a.example/">',
    '<a href="">',
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
  ])('splitHtml finds no link in %s', (html) => expect(rewrite(html)).toBe(`${html}{end}`));

  it('splitHtml finds the end of long hostile bodies', () => {
    for (const part of [
      '<a "',
      "<a href='",
      '<!--',
      UNSUBSCRIBE_MARK,
      '<a ',
      '<a =',
      '<script>',
      '<a href="https://a',
      '</body',
    ]) {
      const html = part.repeat(200_000);
      expect(rewrite(html)).toContain('{end}');
    }
  });
});

describe('Links of a text message', () => {
  it('A link in a text ends before the punctuation of the sentence', () => {
    const text = 'See https://a.example/x?y=1. Or (http://b.example), and HTTPS://c.example/!';
    expect(findTextLinks(text).map(({ url }) => url)).toEqual([
      'https://a.example/x?y=1',
      'http://b.example',
      'HTTPS://c.example/',
    ]);
    for (const { start, end, url } of findTextLinks(text)) {
      expect(text.slice(start, end)).toBe(url);
    }
  });

  it('Links are numbered by their position among the templates of the message, in every language', () => {
    const templates = findLinkTemplates(
      message({
        text: 'Go https://a.example/@{first name}/b. or https://b.example/.',
        languages: { tr: { text: 'Git https://tr.example/@{code}' }, de: { text: 'https://b.example/' } },
      }),
    );
    expect(templates).toEqual([
      'https://a.example/@{first name}/b',
      'https://b.example/',
      'https://tr.example/@{code}',
    ]);
    expect(findTemplateIndex('https://a.example/Ada/b', templates)).toBe(0);
    expect(findTemplateIndex('https://b.example/', templates)).toBe(1);
    expect(findTemplateIndex('https://tr.example/', templates)).toBe(2);
    expect(findTemplateIndex('https://a.example/Ada/c', templates)).toBe(-1);
    expect(findTemplateIndex('https://a.example/b', templates)).toBe(-1);
  });

  it('A link template is filled for the user who opens it', () => {
    const link = 'https://a.example/@{order}/@{nick}';
    expect(hasPlaceholder(link)).toBe(true);
    expect(hasPlaceholder('https://a.example/')).toBe(false);
    const sent = message({ params: { order: 7 } });
    expect(fillLinkTemplate(link, sent, { nick: 'ada', order: 8 })).toBe('https://a.example/7/ada');
    expect(fillLinkTemplate(link, sent, { nick: 'ada b' })).toBe('https://a.example/7/ada%20b');
    expect(fillLinkTemplate(link, sent, {})).toBeNull();
  });

  it.each([
    'https://@{host}/x',
    'https://a.example@{rest}',
    'https://a@{x}.example/',
    '@{link}',
    'https://a@b.example/',
  ])('The link template %s is left out because its host is not fixed', (text) =>
    expect(findLinkTemplates(message({ text }))).toEqual([]),
  );
});

describe('Trusted origins', () => {
  it('Trusted origins come from the texts, never from a profile attribute or a parameter of the send', () => {
    const origins = findTrustedOrigins(
      message({
        text: '<a href="https://a.example/@{x}">, <a href="https://@{host}/">, <a href="https://b.example@{y}">',
        languages: { tr: { text: 'https://TR.example' } },
        params: { reset: 'https://c.example:8443/r?t=1', list: [{ deep: 'http://d.example' }] },
      }),
    );
    expect([...origins].toSorted()).toEqual(['https://a.example', 'https://tr.example']);
  });
});

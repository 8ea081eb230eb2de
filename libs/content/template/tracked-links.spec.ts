import { describe, expect, it } from 'vitest';
import type { Message } from '../model/message.types.js';
import { fillLinkTemplate, hasPlaceholder, findLinkTemplates, findTrustedOrigins } from './tracked-links.js';

const message = (more: Partial<Message>): Message => ({ platforms: ['SMS'], ios: {}, android: {}, ...more });

describe('Links of a text message', () => {
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
  });

  it('Links of an HTML text are numbered as they are written, with the address that a browser reads', () => {
    const text =
      '<img src="https://cdn.example/a.png"><a href="https://a.example/?x=1&amp;y=@{y}">A</a> https://b.example';
    expect(findLinkTemplates(message({ platforms: ['EMAIL', 'SMS'], text }))).toEqual([
      'https://cdn.example/a.png',
      'https://a.example/?x=1&y=@{y}',
      'https://b.example',
    ]);
  });

  it('A link template is filled for the user who opens it', () => {
    const link = 'https://a.example/@{order}/@{nick}';
    expect(hasPlaceholder(link)).toBe(true);
    expect(hasPlaceholder('https://a.example/')).toBe(false);
    const sent = message({ params: { order: 7 } });
    expect(fillLinkTemplate(link, sent, { nick: 'ada', order: 8 })).toBe('https://a.example/7/ada');
    expect(fillLinkTemplate(link, sent, { nick: "ada b's." })).toBe('https://a.example/7/ada%20b%27s.');
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
        platforms: ['EMAIL'],
        text: '<a href="https://a.example/@{x}">, <a href="https://@{host}/">, <a href="https://b.example@{y}">',
        languages: { tr: { text: 'https://TR.example' } },
        params: { reset: 'https://c.example:8443/r?t=1', list: [{ deep: 'http://d.example' }] },
      }),
    );
    expect([...origins].toSorted()).toEqual(['https://a.example', 'https://tr.example']);
  });

  it.each([
    ['<a href="https&colon;//a.example&sol;x">', ['https://a.example']],
    ['<a href="\n https://a.exa\tmple/x ">', ['https://a.example']],
    ["<a href='https://a.example'>", ['https://a.example']],
    ['<a href=https://a.example:8443/>', ['https://a.example:8443']],
    ['<p>https://a.example’da</p>', ['https://a.example']],
  ])('The trusted origins of %s are those that a browser reads', (text, origins) => {
    const found = [...findTrustedOrigins(message({ platforms: ['EMAIL'], text }))];
    expect(found).toEqual(expect.arrayContaining(origins));
  });
});

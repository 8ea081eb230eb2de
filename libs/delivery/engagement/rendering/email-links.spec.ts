import { describe, expect, it } from 'vitest';
import type { EmailPayload } from '#libs/channels';
import { CHANNELS } from '#libs/channels/definitions';
import { type Message, createRenderPlan, RenderBudget } from '#libs/content';
import { MasterKey } from '#platform/crypto';
import { slowTexts } from '../../../../test/support/rooms/hostile-texts.js';
import { EmailLinks, type LinkSettings } from './email-links.js';
import { LinkTokenService } from '../link-token.service.js';

const BASE = 'https://go.shop.example';
const UNSUBSCRIBE = /https:\/\/go\.shop\.example\/u\/[0-9A-Za-z]+\.[\w-]{24}/g;
const tokens = new LinkTokenService(new MasterKey('a master key for these tests only'));
const REF = { dispatchId: 77, channel: CHANNELS.smtp, recipientId: 4097 };
const PROFILE = { host: 'evil.example', code: "a'b&c", page: 'https://shop.example/a?b=c&d=e-f', end: 'x--' };

function prepare(more: Partial<Message>, settings: Partial<LinkSettings> = {}) {
  const message: Message = { platforms: ['EMAIL'], subject: 'S', ios: {}, android: {}, ...more };
  const links = new EmailLinks(tokens, message, { base: BASE, opens: true, clicks: true, ...settings });
  return { links, rendered: createRenderPlan(message).render({ platform: 'EMAIL', profile: PROFILE }) };
}
function send(more: Partial<Message>, settings?: Partial<LinkSettings>) {
  const { links, rendered } = prepare(more, settings);
  if (rendered.kind !== 'ok') {
    throw new Error(rendered.reason);
  }
  const rewrite = (): EmailPayload => {
    const rewritten = links.rewriteLinks(rendered, REF, 'ada@example.com', new RenderBudget());
    if ('failure' in rewritten) {
      throw new Error(rewritten.failure);
    }
    return rewritten.payload as EmailPayload;
  };
  return { before: rendered.payload, after: rewrite(), again: rewrite };
}
const mail = (text: string, more: Partial<Message> = {}, settings?: Partial<LinkSettings>): EmailPayload =>
  send({ text, ...more }, settings).after;

function destinationOf(link: string): string | null {
  const url = new URL(link.replaceAll('&amp;', '&'));
  const destination = url.searchParams.get('u') ?? '';
  return tokens.readToken('click', url.pathname.slice('/c/'.length), destination) && destination;
}
const hrefs = ({ html = '' }: EmailPayload): string[] =>
  [...html.matchAll(/href=["']([^"']*)["']/g)].map(([, href = '']) => href);
/** The links of the text part that lead through this server. */
const trackedIn = ({ text = '' }: EmailPayload): string[] =>
  text.match(/https:\/\/go\.shop\.example\/c\/[\w?=%.~-]+/g) ?? [];

describe('Links of an e-mail', () => {
  it('Links of an e-mail pass through this server in HTML and text, and keep their destinations', () => {
    const payload = mail(
      '<p><a href="https://shop.example/a?x=1&amp;y=2">A</a> <a href=\'https://shop.example/@{code}\'>B</a> <a href="mailto:a@b.example">C</a></p>',
    );
    const [first = '', second = '', third] = hrefs(payload);
    expect(destinationOf(first)).toBe('https://shop.example/a?x=1&y=2');
    expect(destinationOf(second)).toBe("https://shop.example/a'b%26c");
    expect(third).toBe('mailto:a@b.example');
    expect(payload.text).toContain(first);
    expect(payload.text).not.toContain('shop.example/a?x');
  });

  it('Tracked links get the parameters of the campaign, and links of this installation and others do not', () => {
    const utm = { utm_source: 'shop', utm_medium: 'email', utm_campaign: 'Spring' };
    const html =
      '<a href="https://shop.example/a?utm_source=own#x">A</a> <a href="@{unsubscribeUrl}">B</a> <a href="@{preferencesUrl}">C</a> <a href="mailto:a@b.example">D</a>';
    const payload = mail(html, {}, { utm });
    const [page = '', ...others] = hrefs(payload);
    expect(destinationOf(page)).toBe('https://shop.example/a?utm_source=own&utm_medium=email&utm_campaign=Spring#x');
    expect(others.join(' ')).not.toContain('utm_');
    expect(hrefs(mail(html, {}, { utm, clicks: false })).join(' ')).not.toContain('utm_campaign');
  });

  it('Rewriting the links of an e-mail leaves the shared payload unchanged', () => {
    const { before, after, again } = send({ text: '<a href="https://shop.example/">A</a>' });
    expect(before).toMatchObject({ html: '<a href="https://shop.example/">A</a>' });
    expect(after).not.toBe(before);
    expect(again()).toEqual(after);
  });

  it('A link of an e-mail stays unchanged when a user attribute or a parameter of the send sets the host', () => {
    expect(hrefs(mail('<a href="https://@{host}/x">A</a>'))).toEqual(['https://evil.example/x']);
    const params = { link: 'https://shop.example/reset?t=1' };
    expect(hrefs(mail('<a href="@{link}">A</a>', { params }))).toEqual(['https://shop.example/reset?t=1']);
    const reset = mail('<a href="@{link}">A</a> <a href="https://shop.example/">B</a>', { params });
    expect(destinationOf(hrefs(reset)[0] ?? '')).toBe('https://shop.example/reset?t=1');
    expect(trackedIn(reset).map(destinationOf)).toEqual(['https://shop.example/reset?t=1', 'https://shop.example/']);
  });

  it.each([
    [`<a href="https://shop.example/tr">Shop</a>'ta indirim`, 'https://shop.example/tr', "]'ta indirim"],
    ['<a href="https://shop.example/tr">Shop</a>’ta indirim', 'https://shop.example/tr', ']’ta indirim'],
    ['<a href="https://shop.example/a]b">A</a>]c', 'https://shop.example/a]b', ']]c'],
    ['<p>Gelin https://shop.example/tr’de!</p>', 'https://shop.example/tr', '’de!'],
    ['<p>「https://shop.example/ja」へ</p>', 'https://shop.example/ja', '」へ'],
    ['<a href="https://shop.example/caf&eacute;">A</a>', 'https://shop.example/café', ']'],
    ['<a href="https://shop.example/\na\tb">A</a>', 'https://shop.example/ab', ']'],
    ["<a href='https://shop.example/(a)!'>A</a>", 'https://shop.example/(a)!', ']'],
  ])('The text part of %s leads to %s, and keeps what follows', (html, destination, rest) => {
    const payload = mail(html);
    expect(trackedIn(payload).map(destinationOf)).toEqual([destination]);
    expect(payload.text?.endsWith(rest)).toBe(true);
    if (html.includes('href')) {
      expect(destinationOf(hrefs(payload)[0] ?? '')).toBe(destination);
    }
  });

  it('An e-mail gets a pixel at the end of its body and a one-click unsubscribe header', () => {
    const { html = '', headers } = mail('<html><body>Hi</body></html>');
    expect(html).toMatch(
      /^<html><body>Hi<img src="https:\/\/go\.shop\.example\/o\/[0-9A-Za-z]+\.gif"[^>]*><\/body><\/html>$/,
    );
    expect(headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(
        /^<https:\/\/go\.shop\.example\/u\/[0-9A-Za-z]+\.[\w-]{24}>$/,
      ) as string,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('Tracking can be switched off, and an e-mail that informs has no unsubscribe header', () => {
    const html = '<a href="https://shop.example/">A</a>';
    expect(mail(html, {}, { opens: false, clicks: false }).html).toBe(html);
    expect(mail(html, { transactional: true }).headers).toBeUndefined();
    expect(mail(html, { emailIysMessageType: 'N' }).headers).toBeUndefined();
    expect(mail(html, { transactional: true, emailIysMessageType: 'T' }).headers).toBeDefined();
    expect(mail(html, {}, { base: 'http://localhost:8080' }).headers).not.toHaveProperty('List-Unsubscribe-Post');
  });

  it('Hostile e-mails are rewritten in time proportional to their length', async () => {
    const rewrite = (text: string): unknown => {
      const { links, rendered } = prepare({ text: `@{code}${text}` });
      return rendered.kind === 'ok' && links.rewriteLinks(rendered, REF, 'ada@example.com', new RenderBudget());
    };
    expect(await slowTexts(rewrite)).toEqual([]);
  });
});

describe('The unsubscribe link of an e-mail', () => {
  const linkOf = ({ headers }: EmailPayload): string => headers?.['List-Unsubscribe']?.slice(1, -1) ?? '-';

  it.each([
    '<p>Bye: <a href="@{unsubscribeUrl}">no more</a> or @{unsubscribeUrl}</p>',
    '<a href="@%7BunsubscribeUrl%7D">no more</a>',
    '<a href="%40%7bunsubscribeUrl%7d">no more</a>',
    '<a href="@&#123;unsubscribeUrl&#x7D;">no more</a>',
    '<a href="&commat;&lbrace;unsubscribeUrl&rcub;">no more</a>',
    '<a href="@{<b>unsubscribeUrl</b>}">no more</a>',
    '<a href=@{unsubscribeUrl}>no more</a>',
    '<!--[if mso]><v:roundrect href="@{unsubscribeUrl}"><![endif]--><a href="@{unsubscribeUrl}">no more</a>',
    '<!--[if mso]><a href="@%7BunsubscribeUrl%7D">no more</a><![endif]-->',
    '<!-- @{unsubscribeUrl} --><script>location = "@{unsubscribeUrl}"</script>',
    '<button onclick="location=\'@{unsubscribeUrl}\'" style="background:url(@{unsubscribeUrl})">',
    '<meta http-equiv="refresh" content="0;url=@{unsubscribeUrl}">',
    '<a href="@{unsubscribeUrl}?lang=tr">no more</a>',
  ])('The placeholder of %s is filled with the link', (html) => {
    const payload = mail(html);
    const found = payload.html?.match(UNSUBSCRIBE) ?? [];
    expect(found.length).toBe(html.split('unsubscribeUrl').length - 1);
    expect(new Set(found)).toEqual(new Set([linkOf(payload)]));
    expect(JSON.stringify(payload)).not.toMatch(/unsubscribe\.?invalid|unsubscribeUrl|%7B/i);
  });

  it.each([
    ['https://x.example/?r=@{unsubscribeUrl}', ''],
    ['https://x.example/?r=@{unsubscribeUrl}&amp;l=tr', '&l=tr'],
    ['https://x.example/?r=@%7BunsubscribeUrl%7D', ''],
    ['https://x.example/u/@{unsubscribeUrl}#a', '#a'],
  ])('In the address %s the link is a part, whether it is tracked or not', (address, rest) => {
    const html = `<a href="${address}">no more</a> <!--[if mso]><a href="${address}">no more</a><![endif]-->`;
    for (const clicks of [true, false]) {
      const payload = mail(html, {}, { clicks });
      const part = `${encodeURIComponent(linkOf(payload))}${rest}`;
      const [first = '', second = ''] = hrefs(payload);
      const page = clicks ? destinationOf(first) : first.replaceAll('&amp;', '&');
      expect(page?.endsWith(part)).toBe(true);
      expect(second.replaceAll('&amp;', '&').endsWith(part)).toBe(true);
      expect(JSON.stringify(payload)).not.toMatch(/unsubscribe\.?invalid/);
      expect(payload.text).toContain(clicks ? first : part);
    }
  });

  it('The link stands in the subject, the name of the sender and the text part too', () => {
    const payload = mail('<p>Bye: @{unsubscribeUrl}, <a href="@{unsubscribeUrl}">no more</a></p>', {
      subject: 'Bye @{unsubscribeUrl}',
      senderName: '@{unsubscribeUrl}',
    });
    const link = linkOf(payload);
    expect(payload).toMatchObject({
      subject: `Bye ${link}`,
      fromName: link,
      text: `Bye: ${link}, no more [${link}]`,
    });
  });

  it('A parameter of the send with the name of the placeholder stands in its place', () => {
    const params = { unsubscribeUrl: 'https://own.example/' };
    expect(mail('@{unsubscribeUrl}', { params }).html).toContain('own.example');
  });
});

describe('The preference link of an e-mail', () => {
  const PREFERENCES = /https:\/\/go\.shop\.example\/p\/([0-9A-Za-z]+)/g;
  const namesMessage = (token = ''): boolean => {
    const read = tokens.readToken('preferences', token);
    return read?.dispatchId === REF.dispatchId && read.recipientId === REF.recipientId;
  };

  it.each([
    ['<a href="@{preferencesUrl}">choose</a> or @{preferencesUrl}', 2],
    ['<a href="@%7BpreferencesUrl%7D">choose</a>', 1],
    ['<!--[if mso]><v:roundrect href="@{preferencesUrl}"></v:roundrect><![endif]-->', 1],
    ['<a href="@{unsubscribeUrl}">no more</a> <a href=@{preferencesUrl}>choose</a>', 1],
  ])('The placeholder of %s leads to the preferences of the recipient', (html, count) => {
    const payload = mail(html, { subject: 'S @{preferencesUrl}' });
    const found = [...(payload.html ?? '').matchAll(PREFERENCES)];
    expect(found.length).toBe(count);
    expect(found.every(([, token]) => namesMessage(token))).toBe(true);
    expect(payload.subject).toBe(`S ${found[0]?.[0]}`);
    expect(JSON.stringify(payload)).not.toMatch(/\.invalid|%2F%2Fpreferences|preferencesUrl/);
  });

  it('The link is encoded as a part of another address, also behind a tracked one', () => {
    const payload = mail('<a href="https://x.example/?r=@{preferencesUrl}&amp;l=tr">choose</a>');
    const page = destinationOf(hrefs(payload)[0] ?? '') ?? '';
    const own = new URL(page).searchParams.get('r') ?? '';
    expect(namesMessage(new RegExp(PREFERENCES.source).exec(own)?.[1])).toBe(true);
  });

  it('An unsubscribe link or one of another purpose opens no preferences', () => {
    for (const purpose of ['unsubscribe', 'open', 'report'] as const) {
      expect(tokens.readToken('preferences', tokens.createToken(purpose, REF))).toBeNull();
    }
  });
});

describe('Values in comments for Outlook', () => {
  it.each([
    ['<a href="@{page}">', '<a href="https://shop.example/a?b=c&amp;d=e-f">'],
    [
      '<a href="https://shop.example/?p=@{page}">',
      '<a href="https://shop.example/?p=https%3A%2F%2Fshop.example%2Fa%3Fb%3Dc%26d%3De-f">',
    ],
    ['<p>@{code}</p>', '<p>a&#39;b&amp;c</p>'],
    ['<a href=@{end}>', '<a href=x-&#45;>'],
    ['@{end}>', 'x-&#45;>'],
  ])('The values of %s are whole, and do not end the comment', (inside, filled) => {
    const { html } = mail(`<!--[if mso]>${inside}<![endif]--><p>Hi</p>`, {}, { opens: false });
    expect(html).toBe(`<!--[if mso]>${filled}<![endif]--><p>Hi</p>`);
  });
});

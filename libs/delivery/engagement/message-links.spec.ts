import { describe, expect, it } from 'vitest';
import { CHANNELS, type EmailPayload, type SmsPayload } from '#libs/channels';
import { type Message, createRenderPlan, RenderBudget, type RenderRecipient } from '#libs/content';
import { MasterKey } from '#platform/crypto';
import { MessageLinks, type LinkSettings } from './message-links.js';
import { LinkTokenService } from './link-token.service.js';

const BASE = 'https://go.shop.example';
const tokens = new LinkTokenService(new MasterKey('a master key for these tests only'));
const REF = { dispatchId: 77, channel: CHANNELS.smtp, recipientId: 4097 };

function send(more: Partial<Message>, recipient: RenderRecipient, settings: Partial<LinkSettings> = {}) {
  const message: Message = { platforms: [recipient.platform], subject: 'S', ios: {}, android: {}, ...more };
  const links = new MessageLinks(tokens, message, { base: BASE, opens: true, clicks: true, ...settings });
  const rendered = createRenderPlan(message).render(recipient);
  if (rendered.kind !== 'ok') {
    throw new Error(rendered.reason);
  }
  return {
    before: rendered.payload,
    after: links.rewriteLinks(rendered, REF, 'ada@example.com', new RenderBudget()),
    again: () => links.rewriteLinks(rendered, REF, 'ada@example.com', new RenderBudget()),
  };
}
const mail = (text: string, more: Partial<Message> = {}, settings?: Partial<LinkSettings>): EmailPayload =>
  send({ text, ...more }, { platform: 'EMAIL', profile: { host: 'evil.example', code: "a'b&c" } }, settings)
    .after as EmailPayload;
const sms = (text: string, more: Partial<Message> = {}, settings?: Partial<LinkSettings>): SmsPayload =>
  send({ text, ...more }, { platform: 'SMS', profile: { host: 'evil.example', code: 'x1' } }, settings)
    .after as SmsPayload;

function destinationOf(link: string): string | null {
  const url = new URL(link.replaceAll('&amp;', '&'));
  const destination = url.searchParams.get('u') ?? '';
  return tokens.readToken('click', url.pathname.slice('/c/'.length), destination) && destination;
}
const hrefs = ({ html = '' }: EmailPayload): string[] =>
  [...html.matchAll(/href=["']([^"']*)["']/g)].map(([, href = '']) => href);

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

  it('Rewriting the links of an e-mail leaves the shared payload unchanged', () => {
    const { before, after, again } = send({ text: '<a href="https://shop.example/">A</a>' }, { platform: 'EMAIL' });
    expect(before).toMatchObject({ html: '<a href="https://shop.example/">A</a>' });
    expect(after).not.toBe(before);
    expect(again()).toEqual(after);
  });

  it('A link of an e-mail stays unchanged when a user attribute or a parameter of the send sets the host', () => {
    expect(hrefs(mail('<a href="https://@{host}/x">A</a>'))).toEqual(['https://evil.example/x']);
    const params = { link: 'https://shop.example/reset?t=1' };
    expect(hrefs(mail('<a href="@{link}">A</a>', { params }))).toEqual(['https://shop.example/reset?t=1']);
    const [reset] = hrefs(mail('<a href="@{link}">A</a> <a href="https://shop.example/">B</a>', { params }));
    expect(destinationOf(reset ?? '')).toBe('https://shop.example/reset?t=1');
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

  it('The unsubscribe placeholder of an e-mail is filled with the unsubscribe link', () => {
    const payload = mail('<p>Bye: <a href="@{unsubscribeUrl}">no more</a> or @{unsubscribeUrl}</p>');
    const link = payload.headers?.['List-Unsubscribe']?.slice(1, -1) ?? '-';
    expect(hrefs(payload)).toEqual([link]);
    expect(payload.html).toContain(`or ${link}</p>`);
    expect(payload.text).toContain(link);
    expect(mail('@{unsubscribeUrl}', { params: { unsubscribeUrl: 'https://own.example/' } }).html).toContain(
      'own.example',
    );
  });

  it('Tracking can be switched off, and a transactional e-mail has no unsubscribe header', () => {
    const html = '<a href="https://shop.example/">A</a>';
    expect(mail(html, {}, { opens: false, clicks: false }).html).toBe(html);
    expect(mail(html, { transactional: true }).headers).toBeUndefined();
    expect(mail(html, {}, { base: 'http://localhost:8080' }).headers).not.toHaveProperty('List-Unsubscribe-Post');
  });
});

describe('Links of a text message', () => {
  it('Links of a text message become short links with their index in the message', () => {
    const payload = sms('Hi @{code}: https://shop.example/a-rather-long-address/@{code}, https://b.example/.');
    const links = [...payload.body.matchAll(/https:\/\/go\.shop\.example\/s\/([0-9A-Za-z]+)/g)].map(
      ([, token = '']) => token,
    );
    expect(links.map((token) => tokens.readToken('short', token)?.index)).toEqual([0, 1]);
    expect(links.every((token) => token.length <= 20)).toBe(true);
    expect(payload.body).toMatch(/^Hi x1: https:\/\/go[^,]*, https:\/\/go[^.]*\.shop\.example\/s\/[0-9A-Za-z]+\.$/);
    expect(payload.segments).toBe(1);
  });

  it('A link of a text message stays unchanged without tracking, with a host from an attribute, or in a long text', () => {
    expect(sms('https://b.example/', {}, { clicks: false }).body).toBe('https://b.example/');
    expect(sms('https://@{host}/').body).toBe('https://evil.example/');
    const long = `${'x'.repeat(1570)} https://b.example/`;
    expect(sms(long, {}, { base: `https://${'a'.repeat(60)}.example` }).body).toBe(long);
  });
});

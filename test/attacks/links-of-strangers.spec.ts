import { describe, expect, it } from 'vitest';
import { createRenderPlan, findTrustedOrigins, type Message } from '#libs/content';
import { parseBulk, parseDefinition, parseSend } from '../support/rooms/parse.js';

const mail = (text: string, more: Partial<Message> = {}): Message => ({
  platforms: ['EMAIL'],
  subject: 'S',
  text,
  ios: {},
  android: {},
  ...more,
});

describe('an address of a stranger in the parameters of a send', () => {
  it.each(['https://evil.example/login', 'Hi https://evil.example', [{ x: 'https://evil.example' }]])(
    '%j gets no signed redirect of our domain',
    (page) => {
      const origins = findTrustedOrigins(
        mail('<a href="@{page}">A</a> <a href="https://shop.example">B</a>', { params: { page } }),
      );
      expect([...origins]).toEqual(['https://shop.example']);
    },
  );
});

describe('a value after two placeholders at a bracket', () => {
  it.each(['<@{a}@{b}>', '<@{a}@{b}@{c} x>', '<@{a}img @{b}>', '<!@{a}@{b}>', '</@{a}@{b}>'])(
    'opens no tag in %s',
    (text) => {
      for (const a of ['', 'x', ' ']) {
        const profile = { a, b: 'img src=x onerror=alert(1)', c: 'svg onload=alert(1)' };
        const rendered = createRenderPlan(mail(text)).render({ platform: 'EMAIL', profile });
        expect(rendered).toMatchObject({ kind: 'ok' });
        expect(JSON.stringify(rendered.kind === 'ok' ? rendered.shown : '')).not.toMatch(/onerror|onload/);
      }
    },
  );
});

describe('a click address that runs code', () => {
  const addresses = [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript\r\n:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://shop.example/1',
  ];
  const bulk = { title: 'T', text: 'x', platforms: ['IOS'] };

  it.each(addresses)('%j is refused in every place that has one', (address) => {
    for (const part of [
      { click: { url: address } },
      { click: { deeplink: address } },
      { languages: { tr: { text: 'x', click: { url: address } } } },
      { buttonSet: { id: 1, Yes: address } },
      { buttonSet: { CHROME: { id: 1, Yes: address } } },
      { carousel: [{ title: 'x', clickAction: { url: address } }] },
      { ios: { slider: [{ title: 'x', clickAction: { deepLinkUrl: address } }] } },
    ]) {
      expect(() => parseBulk({ ...bulk, ...part })).toThrow('should open a page');
    }
    expect(() => parseDefinition({ ...bulk, message: 'x', click: { url: address } })).toThrow('should open a page');
    expect(() => parseSend({ click: { url: address } })).toThrow('should open a page');
  });

  it('is not sent when the values of a recipient make it one', () => {
    const profile = { b: '', c: 'javascript:alert(1)' };
    for (const url of ['@{c}', 'java@{b}script:alert(1)', '@{b}javascript:alert(1)']) {
      const plan = createRenderPlan({ ...parseBulk(bulk), click: { url } });
      expect(plan.render({ platform: 'IOS', profile })).toEqual({ kind: 'failed', reason: 'BAD_LINK' });
    }
  });

  it.each([
    'https://shop.example/',
    '/page',
    'app://orders/7',
    '@{page}',
    'tel:+905321234567',
    'intent://x#Intent;end',
  ])('does not stop %s', (url) => expect(parseBulk({ ...bulk, click: { url } }).click).toEqual({ url }));
});

import { describe, expect, it } from 'vitest';
import { createRenderPlan, type Message } from '#libs/content';
import { findTrustedOrigins } from '#libs/content/template';
import { parseBulk, parseDefinition, parseSend } from '../support/rooms/parse.js';

const mail = (text: string, more: Partial<Message> = {}): Message => ({
  platforms: ['EMAIL'],
  subject: 'S',
  text,
  ios: {},
  android: {},
  ...more,
});

describe('Foreign addresses in the parameters of a send', () => {
  it.each(['https://evil.example/login', 'Hi https://evil.example', [{ x: 'https://evil.example' }]])(
    'The origin in the parameter %j is not trusted for redirects',
    (page) => {
      const origins = findTrustedOrigins(
        mail('<a href="@{page}">A</a> <a href="https://shop.example">B</a>', { params: { page } }),
      );
      expect([...origins]).toEqual(['https://shop.example']);
    },
  );
});

describe('Values of several placeholders at a bracket', () => {
  it.each(['<@{a}@{b}>', '<@{a}@{b}@{c} x>', '<@{a}img @{b}>', '<!@{a}@{b}>', '</@{a}@{b}>'])(
    'The values of placeholders open no tag in %s',
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

describe('Click addresses that run code', () => {
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

  it.each(addresses)('The click address %j is refused in every field with an address', (address) => {
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

  it('A click address that becomes code through the values of a recipient is not sent', () => {
    const profile = { b: '', c: 'javascript:alert(1)' };
    for (const url of ['@{c}', 'java@{b}script:alert(1)', '@{b}javascript:alert(1)']) {
      const plan = createRenderPlan({ ...parseBulk(bulk), click: { url } });
      expect(plan.render({ platform: 'IOS', profile })).toMatchObject({ kind: 'failed', reason: 'BAD_LINK' });
    }
  });

  it.each([
    'https://shop.example/',
    '/page',
    'app://orders/7',
    '@{page}',
    'tel:+905321234567',
    'intent://x#Intent;end',
  ])('The click address %s is accepted', (url) =>
    expect(parseBulk({ ...bulk, click: { url } }).click).toEqual({ url }),
  );
});

import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Platform } from '#libs/content';
import { PushServices } from '#platform/net';
import { readDeviceToken, tokenKey } from './device-token.js';

const key = createECDH('prime256v1');
key.generateKeys();
const POINT = key.getPublicKey();
const OFF_CURVE = Buffer.from(POINT);
OFF_CURVE[64] = (OFF_CURVE[64] ?? 0) ^ 1;
const AUTH = randomBytes(16);
const pushServices = new PushServices({
  PUSH_SERVICES: 'push.example.com',
  SIMULATOR_HOST: '127.0.0.1',
  SIMULATOR_PORT: 0,
});

const read = (platform: Platform, token: string) => readDeviceToken(platform, token, { field: 'token', pushServices });

const subscription = (
  endpoint: unknown,
  p256dh: unknown = POINT.toString('base64url'),
  auth: unknown = AUTH.toString('base64url'),
) => JSON.stringify({ endpoint, expirationTime: null, keys: { p256dh, auth } });

describe('Tokens of apps', () => {
  it('The token of an app is accepted unchanged', () => {
    const token = 'dGhpcw:APA91b-x_y';
    expect(read('ANDROID', token)).toEqual({ text: token, key: tokenKey(token) });
  });
  it.each(['a b', 'a/b', 'a\0', 'a\r\nb', 'a?b', 'ä', 'x'.repeat(4097), '{}'])(
    'A malformed token of an app is refused (case %#)',
    (token) => {
      expect(() => read('IOS', token)).toThrow(expect.objectContaining({ code: 2004 }) as Error);
    },
  );
});

describe('Tokens of Macs and Safari', () => {
  it('MACOS and SAFARI accept web push subscriptions and tokens of APNs', () => {
    const token = 'aB'.repeat(32);
    for (const platform of ['MACOS', 'SAFARI'] as const) {
      expect(read(platform, token)).toEqual({ text: token.toLowerCase(), key: tokenKey(token.toLowerCase()) });
      const webPushToken = read(platform, subscription('https://web.push.apple.com/x'));
      expect(webPushToken.key).toEqual(tokenKey(subscription('https://web.push.apple.com/x')));
      expect(() => read(platform, 'no hexadecimal digits')).toThrow(/subscription/);
    }
    expect(() => read('CHROME', token)).toThrow(/subscription/);
  });
});

describe('Tokens of Windows Phone', () => {
  it('The token of a Windows Phone is an address', () => {
    const token = 'http://s.notify.live.net/u/1/sin/HmQAAAD/d2luZG93c3Bob25l';
    expect(read('WP', token)).toEqual({ text: token, key: tokenKey(token) });
    expect(() => read('WP', 'http://s.notify.live.net/\r\n')).toThrow(expect.objectContaining({ code: 2004 }) as Error);
  });
});

describe('Web push subscriptions', () => {
  it('A subscription is stored in one form and identified by its endpoint', () => {
    const endpoint = 'https://push.example.com/x?y=1';
    const browser = read('CHROME', subscription(endpoint, POINT.toString('base64'), AUTH.toString('base64')));
    expect(JSON.parse(browser.text)).toEqual({
      endpoint,
      keys: { p256dh: POINT.toString('base64url'), auth: AUTH.toString('base64url') },
    });
    expect(browser.key).toEqual(tokenKey(subscription(endpoint, 'other', 'other')));
    expect(browser.key).not.toEqual(tokenKey(subscription('https://push.example.com/z')));
  });

  it.each([
    'text',
    '[]',
    'null',
    '{}',
    subscription('http://push.example.com/1'),
    subscription('https://user:pw@push.example.com/1'),
    subscription('https://push.example.com/\0'),
    subscription(`https://push.example.com/${'x'.repeat(2048)}`),
    subscription('file:///etc/passwd'),
    subscription(7),
    subscription('https://push.example.com/1', 'AAAA'),
    subscription('https://push.example.com/1', OFF_CURVE.toString('base64url')),
    subscription('https://push.example.com/1', undefined, 'AAAA'),
    subscription('https://push.example.com/1', undefined, '****'),
    subscription('https://push.example.com/1', null),
  ])('A malformed subscription is refused (case %#)', (token) => {
    expect(() => read('CHROME', token)).toThrow(expect.objectContaining({ code: 2004 }) as Error);
  });

  it('A subscription at an unknown push service is refused with the origin of the service', () => {
    expect(() => read('CHROME', subscription('https://hang.example:8443/x'))).toThrow(
      "Field 'token': https://hang.example:8443 is no push service that this installation allows",
    );
  });
});

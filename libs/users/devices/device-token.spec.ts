import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readDeviceToken, tokenKey } from './device-token.js';

const key = createECDH('prime256v1');
key.generateKeys();
const POINT = key.getPublicKey();
const OFF_CURVE = Buffer.from(POINT);
OFF_CURVE[64] = (OFF_CURVE[64] ?? 0) ^ 1;
const AUTH = randomBytes(16);

const subscription = (
  endpoint: unknown,
  p256dh: unknown = POINT.toString('base64url'),
  auth: unknown = AUTH.toString('base64url'),
) => JSON.stringify({ endpoint, expirationTime: null, keys: { p256dh, auth } });

describe('tokens of apps', () => {
  it('are accepted unchanged', () => {
    const token = 'dGhpcw:APA91b-x_y';
    expect(readDeviceToken('ANDROID', token)).toEqual({ text: token, key: tokenKey(token) });
  });
  it.each(['a b', 'a/b', 'a\0', 'a\r\nb', 'a?b', 'ä', 'x'.repeat(4097), '{}'])(
    'cannot be malformed (case %#)',
    (token) => {
      expect(() => readDeviceToken('IOS', token)).toThrow(expect.objectContaining({ code: 2004 }) as Error);
    },
  );
});

describe('tokens of Macs and Safari', () => {
  it('are subscriptions, or tokens of APNs', () => {
    const token = 'aB'.repeat(32);
    for (const platform of ['MACOS', 'SAFARI'] as const) {
      expect(readDeviceToken(platform, token)).toEqual({ text: token, key: tokenKey(token) });
      const webPushToken = readDeviceToken(platform, subscription('https://web.push.apple.com/x'));
      expect(webPushToken.key).toEqual(tokenKey(subscription('https://web.push.apple.com/x')));
      expect(() => readDeviceToken(platform, 'no hexadecimal digits')).toThrow(/subscription/);
    }
    expect(() => readDeviceToken('CHROME', token)).toThrow(/subscription/);
  });
});

describe('tokens of Windows Phone', () => {
  it('are addresses', () => {
    const token = 'http://s.notify.live.net/u/1/sin/HmQAAAD/d2luZG93c3Bob25l';
    expect(readDeviceToken('WP', token)).toEqual({ text: token, key: tokenKey(token) });
    expect(() => readDeviceToken('WP', 'http://s.notify.live.net/\r\n')).toThrow(
      expect.objectContaining({ code: 2004 }) as Error,
    );
  });
});

describe('web push subscriptions', () => {
  it('are stored in one form and identified by their endpoint', () => {
    const endpoint = 'https://push.example.com/x?y=1';
    const read = readDeviceToken('CHROME', subscription(endpoint, POINT.toString('base64'), AUTH.toString('base64')));
    expect(JSON.parse(read.text)).toEqual({
      endpoint,
      keys: { p256dh: POINT.toString('base64url'), auth: AUTH.toString('base64url') },
    });
    expect(read.key).toEqual(tokenKey(subscription(endpoint, 'other', 'other')));
    expect(read.key).not.toEqual(tokenKey(subscription('https://push.example.com/z')));
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
  ])('are refused when malformed (case %#)', (token) => {
    expect(() => readDeviceToken('CHROME', token)).toThrow(expect.objectContaining({ code: 2004 }) as Error);
  });
});

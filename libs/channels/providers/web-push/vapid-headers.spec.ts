import webpush from 'web-push';
import { describe, expect, it } from 'vitest';
import { VapidHeaders } from './vapid-headers.js';

const CREDENTIALS = { subject: 'mailto:push@example.com', ...webpush.generateVAPIDKeys() };
const HOUR = 3_600_000;

describe('VapidHeaders', () => {
  it('VapidHeaders signs once per push service and again an hour before the signature expires', () => {
    let now = 0;
    const headers = new VapidHeaders(CREDENTIALS, () => now);
    const first = headers.get('https://a.example.com');
    expect(first).toMatch(/^vapid t=.+, k=/);
    now += 11 * HOUR - 1;
    expect(headers.get('https://a.example.com')).toBe(first);
    expect(headers.get('https://b.example.com')).not.toBe(first);
    now += 1;
    expect(headers.get('https://a.example.com')).not.toBe(first);
  });

  it('VapidHeaders throws for keys of different pairs', () => {
    const { privateKey } = webpush.generateVAPIDKeys();
    expect(() => new VapidHeaders({ ...CREDENTIALS, privateKey }).get('https://a.example.com')).toThrow(
      'The public key does not belong to the private key',
    );
  });

  it('VapidHeaders throws for invalid keys', () => {
    expect(() => new VapidHeaders({ ...CREDENTIALS, privateKey: 'x' }).get('https://a.example.com')).toThrow();
  });
});

import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ApnsToken } from './apns-token.js';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const START = Date.UTC(2026, 0, 1);
const read = (part = ''): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

describe('ApnsToken', () => {
  it('ApnsToken creates an ES256 JWT with key id, team and time of issue', () => {
    const [scheme, jwt = ''] = new ApnsToken('TEAM', 'KEY', PEM, () => START).authorization().split(' ');
    const [head, claims, signature = ''] = jwt.split('.');
    expect(scheme).toBe('bearer');
    expect(read(head)).toEqual({ alg: 'ES256', kid: 'KEY' });
    expect(read(claims)).toEqual({ iss: 'TEAM', iat: START / 1000 });
    const key = { key: createPublicKey(privateKey), dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('ApnsToken uses a token for 50 minutes', () => {
    let now = START;
    const token = new ApnsToken('TEAM', 'KEY', PEM, () => now);
    const first = token.authorization();
    now += 50 * 60_000 - 1;
    expect(token.authorization()).toBe(first);
    now += 1;
    expect(token.authorization()).not.toBe(first);
  });

  it('ApnsToken renews an expired token once, and not within 20 minutes of its issue', () => {
    let now = START;
    const token = new ApnsToken('TEAM', 'KEY', PEM, () => now);
    const first = token.authorization();
    expect(token.renew(first)).toBe(false);
    now += 20 * 60_000;
    expect(token.renew(first)).toBe(true);
    const second = token.authorization();
    expect(token.renew(first)).toBe(true);
    expect(token.authorization()).toBe(second);
  });

  it('ApnsToken rejects an invalid key', () => {
    expect(() => new ApnsToken('TEAM', 'KEY', 'nonsense')).toThrow();
  });
});

import { createECDH, createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decryptAes128gcm } from '../../apps/simulators/web-push/aes128gcm.js';
import { encryptPush, hmac, readReceiverKeys } from '../../libs/channels/providers/web-push/encrypt.js';

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64url');

describe('encryptPush', () => {
  // RFC 8291, section 5 and appendix A.
  it('encryptPush reproduces the example of RFC 8291', () => {
    const receiver = readReceiverKeys(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      'BTBZMqHH6r4Tts7J_aSIgg',
    );
    const sender = {
      privateKey: fromBase64('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      salt: fromBase64('DGv6ra1nlYgDCS1FRnbzlw'),
    };
    const body = receiver && encryptPush('When I grow up, I want to be a watermelon', receiver, sender);
    expect(body?.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  it('encryptPush encrypts any text so that only its receiver can decrypt it', () => {
    const ecdh = createECDH('prime256v1');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1300 }), fc.integer({ min: 16, max: 40 }), (text, bytes) => {
        const point = ecdh.generateKeys();
        const auth = randomBytes(bytes);
        const body = encryptPush(text, { point, auth });
        const keys = { privateKey: ecdh.getPrivateKey(), publicKey: point, auth };
        expect(decryptAes128gcm(body, keys).toString()).toBe(text);
        expect(() => decryptAes128gcm(body, { ...keys, auth: randomBytes(16) })).toThrow();
      }),
      { numRuns: 50 },
    );
  });

  it('encryptPush puts the longest text into a body of 4,096 bytes', () => {
    const point = createECDH('prime256v1').generateKeys();
    expect(encryptPush('x'.repeat(3993), { point, auth: randomBytes(16) })).toHaveLength(4096);
  });

  it('encryptPush uses keys and salt for one message only', () => {
    const receiver = { point: createECDH('prime256v1').generateKeys(), auth: randomBytes(16) };
    const bodies = Array.from({ length: 20 }, () => encryptPush('x', receiver));
    expect(new Set(bodies.map((body) => body.toString('hex', 0, 16))).size).toBe(20);
    expect(new Set(bodies.map((body) => body.toString('hex', 21, 86))).size).toBe(20);
  });

  it('encryptPush rejects a point that is not on the curve, and encrypts the next message correctly', () => {
    const ecdh = createECDH('prime256v1');
    const point = ecdh.generateKeys();
    const auth = randomBytes(16);
    expect(() => encryptPush('x', { point: Buffer.concat([Buffer.from([4]), randomBytes(64)]), auth })).toThrow();
    const keys = { privateKey: ecdh.getPrivateKey(), publicKey: point, auth };
    expect(decryptAes128gcm(encryptPush('next', { point, auth }), keys).toString()).toBe('next');
  });
});

it('The HMAC is the same as that of the library', () => {
  const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));
  fc.assert(
    fc.property(bytes(64), bytes(200), bytes(64), (key, first, second) => {
      const expected = createHmac('sha256', key).update(first).update(second).digest();
      expect(hmac(key, first, second)).toEqual(expected);
    }),
  );
});

describe('readReceiverKeys', () => {
  it.each([
    ['a short point', randomBytes(64), randomBytes(16)],
    ['a long point', randomBytes(66), randomBytes(16)],
    ['a short secret', randomBytes(65), randomBytes(15)],
    ['a secret longer than a block', randomBytes(65), randomBytes(65)],
    ['nothing', Buffer.alloc(0), Buffer.alloc(0)],
  ])('readReceiverKeys rejects keys with %s', (_what, point, auth) => {
    expect(readReceiverKeys(point.toString('base64url'), auth.toString('base64url'))).toBeUndefined();
  });
});

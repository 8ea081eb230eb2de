import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import webpush from 'web-push';
import { decryptAes128gcm, type ReceiverKeys } from './aes128gcm.js';

function receiver(): ReceiverKeys {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { privateKey: ecdh.getPrivateKey(), publicKey: ecdh.getPublicKey(), auth: randomBytes(16) };
}

function encrypt(keys: ReceiverKeys, text: string): Buffer {
  const p256dh = keys.publicKey.toString('base64url');
  return webpush.encrypt(p256dh, keys.auth.toString('base64url'), text, 'aes128gcm').cipherText;
}

describe('decryptAes128gcm', () => {
  // RFC 8291, section 5 and appendix A.
  it('decryptAes128gcm decrypts the example of RFC 8291', () => {
    const keys = {
      privateKey: Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'),
      publicKey: Buffer.from(
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        'base64url',
      ),
      auth: Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'),
    };
    const body = Buffer.from(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
      'base64url',
    );
    expect(decryptAes128gcm(body, keys).toString()).toBe('When I grow up, I want to be a watermelon');
  });

  it.each(['', 'x', '{"title":"Grüße 👋"}', 'y'.repeat(3900)])(
    'decryptAes128gcm decrypts a text that web-push encrypted',
    (text) => {
      const keys = receiver();
      expect(decryptAes128gcm(encrypt(keys, text), keys).toString()).toBe(text);
    },
  );

  it('decryptAes128gcm rejects a body that was changed, cut short or encrypted for another receiver', () => {
    const keys = receiver();
    const body = encrypt(keys, 'secret');
    const changed = Buffer.from(body);
    changed.writeUInt8(changed.readUInt8(body.length - 1) ^ 1, body.length - 1);
    expect(() => decryptAes128gcm(changed, keys)).toThrow();
    expect(() => decryptAes128gcm(body.subarray(0, body.length - 1), keys)).toThrow();
    expect(() => decryptAes128gcm(body.subarray(0, 50), keys)).toThrow(/header/);
    expect(() => decryptAes128gcm(Buffer.alloc(0), keys)).toThrow(/header/);
    expect(() => decryptAes128gcm(body, receiver())).toThrow();
  });
});

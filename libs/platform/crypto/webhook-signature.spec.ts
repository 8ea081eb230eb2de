import { describe, expect, it } from 'vitest';
import { isSignedWith } from '../../../test/support/processes/webhook-receiver.js';
import { createSignedHeaders, generateSecret, isSignedBy, isWebhookSecret } from './webhook-signature.js';

/** The example of the specification of Standard Webhooks 1.0. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const AT = new Date(1_614_265_330_000);
const BODY = '{"test": 2432232314}';

describe('Webhook signatures of Standard Webhooks 1.0 (2.6 hook)', () => {
  it('createSignedHeaders returns the signature of the example in the standard', () => {
    expect(createSignedHeaders([SECRET], ID, AT, BODY)).toEqual({
      'webhook-id': ID,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('A request is signed with both secrets during a replacement, and with no other', () => {
    const [old, fresh, unrelated] = [generateSecret(), generateSecret(), generateSecret()];
    const headers = createSignedHeaders([fresh, old], ID, new Date(), BODY);
    expect([old, fresh, unrelated].map((secret) => isSignedWith(secret, headers, BODY))).toEqual([true, true, false]);
    expect(isSignedWith(old, headers, `${BODY} `)).toBe(false);
    expect(isSignedWith(old, { ...headers, 'webhook-id': 'msg_other' }, BODY)).toBe(false);
  });

  it('A signed request is recognized by its secret, body and time', () => {
    const headers = { ...createSignedHeaders([SECRET], ID, AT, BODY) };
    const later = (ms: number): number => AT.getTime() + ms;
    expect(isSignedBy(SECRET, headers, BODY, later(299_000))).toBe(true);
    expect(isSignedBy(SECRET, headers, BODY, later(301_000))).toBe(false);
    expect(isSignedBy(SECRET, headers, `${BODY} `, later(0))).toBe(false);
    expect(isSignedBy(generateSecret(), headers, BODY, later(0))).toBe(false);
    expect(isSignedBy(SECRET, {}, BODY, later(0))).toBe(false);
    expect(isSignedBy(SECRET, { ...headers, 'webhook-timestamp': 'soon' }, BODY, later(0))).toBe(false);
  });

  it.each([
    [generateSecret(), true],
    [SECRET, true],
    ['whsec_c2hvcnQ=', false],
    [SECRET.slice(6), false],
    ['whsec_not base64 at all, although long enough for it', false],
    [`whsec_${'A'.repeat(120)}`, false],
    ['', false],
  ])('The validity of %s as a webhook secret is %s', (text, isValid) => {
    expect(isWebhookSecret(text)).toBe(isValid);
  });
});

import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isFromTwilio, readSmsReport } from './twilio-webhooks.js';

describe('isFromTwilio', () => {
  /** The example of Twilio's page "Security: validating requests". */
  const TOKEN = '12345';
  const URL = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const FORM = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  };
  const SIGNATURE = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';

  it('isFromTwilio accepts the example of the documentation', () => {
    expect(isFromTwilio(TOKEN, SIGNATURE, URL, FORM)).toBe(true);
    expect(isFromTwilio(TOKEN, SIGNATURE, URL.replace('.com/', '.com:443/'), FORM)).toBe(true);
  });

  it('isFromTwilio refuses another token, URL, field or signature', () => {
    expect(isFromTwilio('12346', SIGNATURE, URL, FORM)).toBe(false);
    expect(isFromTwilio(TOKEN, SIGNATURE, `${URL}&baz=3`, FORM)).toBe(false);
    expect(isFromTwilio(TOKEN, SIGNATURE, URL.replace('https', 'http'), FORM)).toBe(false);
    expect(isFromTwilio(TOKEN, SIGNATURE, URL, { ...FORM, Digits: '1235' })).toBe(false);
    expect(isFromTwilio(TOKEN, SIGNATURE, URL, { ...FORM, More: '' })).toBe(false);
    for (const wrong of ['', 'x', `${SIGNATURE}=`, SIGNATURE.toLowerCase()]) {
      expect(isFromTwilio(TOKEN, wrong, URL, FORM)).toBe(false);
    }
  });

  it('isFromTwilio accepts repeated fields and letters of any language', () => {
    const form = { Body: 'Zażółć 😀 ', MediaUrl: ['b', 'a'] };
    const signed = createHmac('sha1', TOKEN).update(`${URL}BodyZażółć 😀 MediaUrlaMediaUrlb`).digest('base64');
    expect(isFromTwilio(TOKEN, signed, URL, form)).toBe(true);
  });
});

describe('readSmsReport', () => {
  it.each([
    ['delivered', undefined, { kind: 'delivered' }],
    ['read', undefined, { kind: 'delivered' }],
    ['queued', undefined, { kind: 'notice' }],
    ['sent', undefined, { kind: 'notice' }],
    ['undelivered', '30003', { kind: 'undelivered', code: '30003', reason: 'UNREACHABLE', fate: 'stays' }],
    ['undelivered', '30004', { kind: 'undelivered', code: '30004', reason: 'REFUSED', fate: 'stays' }],
    [
      'undelivered',
      '30005',
      { kind: 'undelivered', code: '30005', reason: 'UNREACHABLE', fate: 'suspect', suspectCodes: ['30005', '30006'] },
    ],
    [
      'undelivered',
      '30006',
      { kind: 'undelivered', code: '30006', reason: 'UNREACHABLE', fate: 'suspect', suspectCodes: ['30005', '30006'] },
    ],
    ['undelivered', '30007', { kind: 'undelivered', code: '30007', reason: 'REFUSED', fate: 'stays' }],
    ['undelivered', '30008', { kind: 'undelivered', code: '30008', reason: 'UNREACHABLE', fate: 'stays' }],
    ['undelivered', '30036', { kind: 'undelivered', code: '30036', reason: 'EXPIRED', fate: 'stays' }],
    ['failed', '21610', { kind: 'undelivered', code: '21610', reason: 'OPTED_OUT', fate: 'opted-out' }],
    ['failed', '21211', { kind: 'undelivered', code: '21211', reason: 'INVALID_ADDRESS', fate: 'dead' }],
    ['failed', '21614', { kind: 'undelivered', code: '21614', reason: 'INVALID_ADDRESS', fate: 'dead' }],
    ['failed', '99999', { kind: 'undelivered', code: '99999', reason: 'UNREACHABLE', fate: 'stays' }],
    ['failed', undefined, { kind: 'undelivered', code: '', reason: 'UNREACHABLE', fate: 'stays' }],
  ])('readSmsReport classifies the status %s with the error %s', (MessageStatus, code, expected) => {
    expect(readSmsReport({ MessageStatus, ...(code !== undefined && { ErrorCode: code }) })).toEqual(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { toErrorWords, toProviderWords } from './provider-words.js';

describe('toProviderWords', () => {
  it.each([
    ['403 {"reason":"InvalidProviderToken"}', '403 InvalidProviderToken'],
    [
      '400 {"error":"invalid_grant","error_description":"Invalid JWT Signature."}',
      '400 invalid_grant: Invalid JWT Signature.',
    ],
    [
      '403 {"error":{"code":403,"message":"Firebase Cloud Messaging API has not been used in project 123456789012 before","status":"PERMISSION_DENIED"}}',
      '403 Firebase Cloud Messaging API has not been used in project 123456789012 before',
    ],
    ['{"code":20003,"message":"Authenticate","status":401}', 'Authenticate'],
    ['535 5.7.8 Username and Password not accepted', '535 5.7.8 Username and Password not accepted'],
    ['403 <html><body>No\r\n  access</body></html>', '403 No access'],
    ['', ''],
  ])('toProviderWords extracts the readable text of "%s"', (raw, words) => {
    expect(toProviderWords(raw)).toBe(words);
  });

  it('toProviderWords removes recipients and secrets and shortens the text', () => {
    const raw = `450 4.7.1 <ann.lee@example.com>: +905551234567 ${'a1'.repeat(32)} said hunter2`;
    expect(toProviderWords(raw, ['hunter2'])).toBe('450 4.7.1 : (number) (token) said ***');
    expect(toProviderWords('no such thing '.repeat(100)).length).toBe(300);
  });

  it('toErrorWords returns the message of a connection error', () => {
    const error = new Error('getaddrinfo ENOTFOUND smtp.exmaple.com');
    expect(toErrorWords(error)).toBe('getaddrinfo ENOTFOUND smtp.exmaple.com');
    expect(toErrorWords(new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:25')]))).toBe(
      'connect ECONNREFUSED 127.0.0.1:25',
    );
    expect(toErrorWords('odd')).toBe('');
  });
});

import { describe, expect, it } from 'vitest';
import { readSmtpFailure } from './smtp-answer.js';

const failure = (fields: Record<string, unknown>) => Object.assign(new Error('failed'), fields);

describe('readSmtpFailure', () => {
  it('readSmtpFailure reads reply code, enhanced code and stage', () => {
    const error = failure({
      code: 'EENVELOPE',
      command: 'RCPT TO',
      responseCode: 550,
      response: '550 5.1.1 No such user',
    });
    expect(readSmtpFailure(error)).toMatchObject({
      kind: 'answered',
      code: '550 5.1.1',
      meaning: { single: 'DROP' },
      raw: '550 5.1.1 No such user',
    });
  });

  it('readSmtpFailure reads a reply after the message text as an answer', () => {
    const error = failure({ code: 'EMESSAGE', command: 'DATA', responseCode: 451, response: '451 try later' });
    expect(readSmtpFailure(error)).toMatchObject({ kind: 'answered', code: '451', meaning: { single: 'RETRY' } });
  });

  it('readSmtpFailure recognizes a refused log-in, with or without a reply', () => {
    const error = failure({ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 no' });
    expect(readSmtpFailure(error)).toMatchObject({ code: '535 5.7.8', meaning: { single: 'PAUSE', reason: 'AUTH' } });
    expect(readSmtpFailure(failure({ code: 'EAUTH', command: 'API' }))).toMatchObject({
      code: 'AUTH',
      meaning: { single: 'PAUSE' },
    });
  });

  it('readSmtpFailure reads every other error as silence', () => {
    expect(readSmtpFailure(failure({ code: 'ETIMEDOUT', command: 'CONN' }))).toEqual({
      kind: 'silent',
      code: 'ETIMEDOUT',
    });
    expect(readSmtpFailure('odd')).toEqual({ kind: 'silent', code: 'UNKNOWN' });
  });

  it.each([
    ['550 Message blocked, see https://rbl.example/192.0.2.80', 'FAIL'],
    ['550 5.1.1 Rejected: 192.0.2.80 is listed at zen.spamhaus.example', 'FAIL'],
    ['553 Sender address rejected: not on our allow list', 'FAIL'],
    ['550 5.1.1 <policy@spf.example>: User unknown', 'DROP'],
    ['550 5.1.1 policy... User unknown', 'DROP'],
    ['550 5.1.1 No mailbox here. https://postmaster.example/blocked#spam', 'DROP'],
  ])('A refusal "%s" of a recipient ends as %s', (response, single) => {
    const responseCode = Number(response.slice(0, 3));
    const error = failure({ code: 'EENVELOPE', command: 'RCPT TO', responseCode, response });
    expect(readSmtpFailure(error, ['policy@spf.example'])).toMatchObject({ meaning: { single, about: 'recipient' } });
  });

  describe('Throttling by temporary answers', () => {
    const rcpt = { code: 'EENVELOPE', command: 'RCPT TO' };
    it.each([
      ['421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred', rcpt, 'domain'],
      ['450 4.7.28 Gmail has detected an unusual rate of mail', rcpt, 'domain'],
      ['451 4.7.500 Server busy. Please try again later', rcpt, 'domain'],
      ['452 4.5.3 Too many recipients from you', rcpt, 'domain'],
      ['421 Too many messages, slow down', { code: 'EMESSAGE', command: 'DATA' }, 'domain'],
      ['421 4.7.0 Try again later', { code: 'ECONNECTION', command: 'CONN' }, 'domain'],
      ['421 4.3.2 Service shutting down', rcpt, 'relay'],
      ['421 Too many connections', { code: 'EPROTOCOL', command: 'CONN' }, 'relay'],
      ['421 4.7.0 Too many errors', { code: 'EENVELOPE', command: 'MAIL FROM' }, 'relay'],
      ['421 Try later', { code: 'EAUTH', command: 'AUTH PLAIN' }, 'relay'],
      ['450 4.2.1 The user is receiving mail at a rate that is too high', rcpt, undefined],
      ['451 4.7.1 Greylisted, try again later', rcpt, undefined],
      ['451 4.3.0 Local error', rcpt, undefined],
      ['550 5.7.1 Too many messages', rcpt, undefined],
    ])('readSmtpFailure finds what the answer "%s" throttles', (response, fields, throttle) => {
      const answer = readSmtpFailure(failure({ ...fields, responseCode: Number(response.slice(0, 3)), response }));
      expect(answer).toMatchObject({ kind: 'answered' });
      expect('throttle' in answer ? answer.throttle : undefined).toBe(throttle);
    });
  });
});

import { describe, expect, it } from 'vitest';
import { readSmtpFailure } from './smtp-answer.js';

const failure = (fields: Record<string, unknown>) => Object.assign(new Error('failed'), fields);

describe('readSmtpFailure', () => {
  it('reads reply code, enhanced code and stage', () => {
    const error = failure({
      code: 'EENVELOPE',
      command: 'RCPT TO',
      responseCode: 550,
      response: '550 5.1.1 No such user',
    });
    expect(readSmtpFailure(error)).toMatchObject({
      kind: 'answered',
      code: '550 5.1.1',
      verdict: { lone: 'DROP' },
      raw: '550 5.1.1 No such user',
    });
  });

  it('takes a reply after the text for an answer', () => {
    const error = failure({ code: 'EMESSAGE', command: 'DATA', responseCode: 451, response: '451 try later' });
    expect(readSmtpFailure(error)).toMatchObject({ kind: 'answered', code: '451', verdict: { lone: 'RETRY' } });
  });

  it('knows a refused log-in, with a reply or without', () => {
    const error = failure({ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 no' });
    expect(readSmtpFailure(error)).toMatchObject({ code: '535 5.7.8', verdict: { lone: 'PAUSE', reason: 'AUTH' } });
    expect(readSmtpFailure(failure({ code: 'EAUTH', command: 'API' }))).toMatchObject({
      code: 'AUTH',
      verdict: { lone: 'PAUSE' },
    });
  });

  it('takes everything else for silence', () => {
    expect(readSmtpFailure(failure({ code: 'ETIMEDOUT', command: 'CONN' }))).toEqual({
      kind: 'silent',
      code: 'ETIMEDOUT',
    });
    expect(readSmtpFailure('odd')).toEqual({ kind: 'silent', code: 'UNKNOWN' });
  });
});

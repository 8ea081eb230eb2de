import { describe, expect, it } from 'vitest';
import { checkSignatures, DkimKeys } from './dkim.js';

/** The message, signatures and keys of RFC 8463, appendix A. */
const MAIL = `DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=test; t=1528637909; h=from : to : subject :
 date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3
 DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz
 dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.
`.replaceAll('\n', '\r\n');
const domain = 'football.example.com';
const keys = new DkimKeys();
keys.set([
  { domain, selector: 'brisbane', publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=' },
  {
    domain,
    selector: 'test',
    publicKey:
      'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB',
  },
]);
const verdicts = (mail: string, records = keys): string[] =>
  checkSignatures(Buffer.from(mail, 'latin1'), records).map(({ verdict }) => verdict);

describe('checkSignatures', () => {
  it('checkSignatures accepts the signatures of the example of RFC 8463', () => {
    expect(verdicts(MAIL)).toEqual(['pass', 'pass']);
  });

  it('checkSignatures accepts changed folding and white space, and detects changed headers and bodies', () => {
    expect(verdicts(MAIL.replace('Subject: Is dinner', 'SUBJECT:   Is\r\n\tdinner'))).toEqual(['pass', 'pass']);
    expect(verdicts(MAIL.replace('game.  Are', 'game. \t Are').concat('\r\n\r\n'))).toEqual(['pass', 'pass']);
    expect(verdicts(MAIL.replace('dinner', 'Dinner'))).toEqual(['header changed', 'header changed']);
    expect(verdicts(MAIL.replace('Joe.\r\n', 'Jo.\r\n'))).toEqual(['body changed', 'body changed']);
    expect(verdicts(MAIL.replace('From: Joe', 'From: x@y.z\r\nFrom: Joe'))).toEqual([
      'header changed',
      'header changed',
    ]);
  });

  it('checkSignatures reports a missing key and a malformed signature, and nothing for an unsigned message', () => {
    expect(verdicts(MAIL, new DkimKeys())).toEqual(['no key', 'no key']);
    expect(verdicts(MAIL.replaceAll('sha256;', 'sha1;'))).toEqual(['malformed', 'malformed']);
    expect(verdicts('From: a@b.c\r\n\r\nDKIM-Signature: none')).toEqual([]);
  });
});

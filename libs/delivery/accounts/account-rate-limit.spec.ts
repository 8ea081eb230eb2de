import { describe, expect, it } from 'vitest';
import { spacedBatchSize } from './account-rate-limit.service.js';

const SMTP = { host: 'mail.example', port: 587, secure: false, from: 'a@example.com' };
const SMS = { accountSid: 'AC1', authToken: 't', senders: ['+15005550006'] };

describe('Batch size of a sender', () => {
  it.each([
    ['without spacing', { provider: 'twilio', credentials: SMS }, 250],
    ['with one segment per second', { provider: 'twilio', credentials: { ...SMS, segmentsPerSecond: 1 } }, 20],
    [
      'with a hundred segments per second',
      { provider: 'twilio', credentials: { ...SMS, segmentsPerSecond: 100 } },
      100,
    ],
    [
      'with more segments per second than a batch has',
      { provider: 'twilio', credentials: { ...SMS, segmentsPerSecond: 5000 } },
      250,
    ],
    ['with two e-mails per second to a domain', { provider: 'smtp', credentials: SMTP, pace: { perDomain: 2 } }, 20],
    ['with a rate limit of the whole account', { provider: 'smtp', credentials: SMTP, pace: { perSecond: 2 } }, 250],
  ])('spacedBatchSize returns the batch size of a sender %s', (_what, account, size) => {
    expect(spacedBatchSize(account, 250)).toBe(size);
  });
});

import { describe, expect, it } from 'vitest';
import type { CredentialsByChannel } from '#libs/channels';
import { spacedBatchSize } from './account-rate-limit.service.js';

const SMTP: CredentialsByChannel['smtp'] = { host: 'mail.example', port: 587, secure: false, from: 'a@example.com' };
const SMS: CredentialsByChannel['sms'] = { accountSid: 'AC1', authToken: 't', senders: ['+15005550006'] };

describe('messages that are handed to a sender together', () => {
  it.each([
    ['of a sender that spaces nothing', { credentials: SMS }, 250],
    ['of one segment a second', { credentials: { ...SMS, segmentsPerSecond: 1 } }, 20],
    ['of a hundred segments a second', { credentials: { ...SMS, segmentsPerSecond: 100 } }, 100],
    ['of more segments than leave together', { credentials: { ...SMS, segmentsPerSecond: 5000 } }, 250],
    ['of two e-mails a second to a domain', { credentials: SMTP, pace: { perDomain: 2 } }, 20],
    ['of e-mails under a pace of the whole account', { credentials: SMTP, pace: { perSecond: 2 } }, 250],
  ])('%s', (_what, account, size) => {
    expect(spacedBatchSize(account, 250)).toBe(size);
  });
});

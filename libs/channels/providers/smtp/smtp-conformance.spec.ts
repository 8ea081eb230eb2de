import { testProvider } from '../../../../test/support/conformance/provider-conformance.js';
import { SMTP } from './smtp.provider.js';

testProvider(SMTP, {
  channel: 'smtp',
  simulator: 'smtp',
  payload: { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' },
  address: (index) => `user-${index}@example-${index % 100}.org`,
  answers: [
    [454, 'AUTH', 'retry', 'PROVIDER_UNAVAILABLE', { status: 454, stage: 'auth' }],
    [535, 'AUTH', 'retry', 'AUTH', { status: 535, stage: 'auth' }],
    [452, '4.2.2', 'failed', 'MAILBOX_FULL', { status: 452, reason: '4.2.2 Full' }],
    [450, 'RCPT TO', 'retry', 'RATE_LIMITED', { status: 450, reason: '4.7.1 Greylisted' }],
    [421, 'RCPT TO', 'retry', 'RATE_LIMITED', { status: 421, reason: '4.3.2 Closing' }],
    [454, 'DATA', 'retry', 'PROVIDER_UNAVAILABLE', { status: 454, reason: '4.3.0 Later', stage: 'data' }],
    [530, 'RCPT TO', 'retry', 'AUTH', { status: 530, reason: '5.7.0 Log in' }],
    [552, '5.3.4', 'failed', 'INVALID_PAYLOAD', { status: 552, reason: '5.3.4 Large', stage: 'data' }],
    [550, '5.1.1', 'dead', 'INVALID_ADDRESS', { status: 550, reason: '5.1.1 Unknown' }],
    [554, '5.7.1', 'failed', 'REFUSED', { status: 554, reason: '5.7.1 Spam', stage: 'data' }],
    [550, '5.2.1', 'failed', 'UNREACHABLE', { status: 550, reason: '5.2.1 Disabled' }],
    [550, 'RCPT TO', 'dead', 'INVALID_ADDRESS', { status: 550, reason: 'No' }],
    [553, 'RCPT TO', 'dead', 'INVALID_ADDRESS', { status: 553, reason: 'No' }],
    [554, 'RCPT TO', 'failed', 'REFUSED', { status: 554, reason: 'No' }],
    [554, 'DATA', 'failed', 'INVALID_PAYLOAD', { status: 554, reason: 'No', stage: 'data' }],
  ],
  // The simulator refuses neither a connection nor a sender by a rule: libs/channels/providers/provider-answers.spec.ts.
  elsewhere: [
    [554, 'CONN'],
    [553, 'MAIL FROM'],
  ],
});

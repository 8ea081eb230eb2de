import { testProvider } from '../../../../test/support/conformance/provider-conformance.js';
import { BAD_REGISTRATION } from './fcm-answers.js';
import { FCM } from './fcm.provider.js';

testProvider(FCM, {
  channel: 'fcm',
  simulator: 'fcm',
  payload: { message: { notification: { body: 'Hi' } } },
  address: (index) => `token-${index}:APA91b${'x'.repeat(120)}`,
  answers: [
    [404, 'UNREGISTERED', 'dead', 'INVALID_TOKEN'],
    [400, BAD_REGISTRATION, 'dead', 'INVALID_TOKEN', { status: 400, reason: 'INVALID_ARGUMENT' }],
    [403, 'SENDER_ID_MISMATCH', 'failed', 'WRONG_SENDER'],
    [401, 'THIRD_PARTY_AUTH_ERROR', 'failed', 'AUTH'],
    [404, 'NOT_FOUND', 'failed', 'AUTH'],
    [401, 'UNAUTHENTICATED', 'retry', 'AUTH'],
    [403, 'PERMISSION_DENIED', 'retry', 'AUTH'],
    [429, 'QUOTA_EXCEEDED', 'retry', 'RATE_LIMITED'],
    [503, 'UNAVAILABLE', 'retry', 'PROVIDER_UNAVAILABLE'],
    [500, 'INTERNAL', 'retry', 'PROVIDER_UNAVAILABLE'],
    [400, 'BAD_REQUEST', 'failed', 'INVALID_PAYLOAD'],
  ],
});

import { testProvider } from '../../../../test/support/conformance/provider-conformance.js';
import { APNS } from './apns.provider.js';

testProvider(APNS, {
  channel: 'apns',
  simulator: 'apns',
  payload: { body: { aps: { alert: { body: 'Hi' } } }, pushType: 'alert', priority: 10 },
  address: (index) => index.toString(16).padStart(64, '0'),
  answers: [
    [410, 'Unregistered', 'dead', 'INVALID_TOKEN'],
    [410, 'ExpiredToken', 'dead', 'INVALID_TOKEN'],
    [400, 'BadDeviceToken', 'dead', 'INVALID_TOKEN'],
    [400, 'DeviceTokenNotForTopic', 'failed', 'CONFIGURATION'],
    [400, 'TopicDisallowed', 'retry', 'CONFIGURATION'],
    [400, 'IdleTimeout', 'retry', 'PROVIDER_UNAVAILABLE'],
    [403, 'InvalidProviderToken', 'retry', 'AUTH'],
    [413, 'PayloadTooLarge', 'failed', 'INVALID_PAYLOAD'],
    [429, 'TooManyProviderTokenUpdates', 'retry', 'RATE_LIMITED'],
    [429, 'TooManyRequests', 'retry', 'RATE_LIMITED'],
    [500, 'InternalServerError', 'retry', 'PROVIDER_UNAVAILABLE'],
    [503, 'Shutdown', 'retry', 'PROVIDER_UNAVAILABLE'],
    [400, 'BadCollapseId', 'failed', 'INVALID_PAYLOAD'],
  ],
});

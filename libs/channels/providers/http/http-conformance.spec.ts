import { testProvider } from '../../../../test/support/conformance/provider-conformance.js';
import { HTTP } from './http.provider.js';

testProvider(HTTP, {
  channel: 'sms',
  simulator: 'http',
  payload: { body: 'Hi', segments: 1 },
  address: (index) => `+49151${String(index).padStart(8, '0')}`,
  answers: [
    [410, undefined, 'retry', 'CONFIGURATION'],
    [401, undefined, 'retry', 'AUTH'],
    [403, undefined, 'retry', 'AUTH'],
    [404, undefined, 'retry', 'CONFIGURATION'],
    [413, undefined, 'failed', 'INVALID_PAYLOAD'],
    [429, undefined, 'retry', 'RATE_LIMITED'],
    [503, undefined, 'retry', 'PROVIDER_UNAVAILABLE'],
    [302, undefined, 'retry', 'CONFIGURATION'],
    [500, undefined, 'retry', 'PROVIDER_UNAVAILABLE'],
    [400, 'bad', 'failed', 'INVALID_PAYLOAD'],
  ],
});

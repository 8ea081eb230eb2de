import { testProvider } from '../../../../test/support/conformance/provider-conformance.js';
import { VONAGE } from './vonage.provider.js';

testProvider(VONAGE, {
  channel: 'sms',
  simulator: 'vonage',
  payload: { body: 'Hi', segments: 1 },
  address: (index) => `+49151${String(index).padStart(8, '0')}`,
  answers: [
    [200, '1', 'retry', 'RATE_LIMITED'],
    [200, '10', 'retry', 'RATE_LIMITED'],
    [200, '33', 'dead', 'INVALID_ADDRESS'],
    [200, '6', 'failed', 'INVALID_ADDRESS'],
    [200, '7', 'failed', 'REFUSED'],
    [200, '29', 'failed', 'REFUSED'],
    [200, '12', 'failed', 'INVALID_PAYLOAD'],
    [200, '4', 'retry', 'AUTH'],
    [200, '14', 'retry', 'AUTH'],
    [200, '8', 'retry', 'CONFIGURATION'],
    [200, '9', 'retry', 'CONFIGURATION'],
    [200, '11', 'retry', 'CONFIGURATION'],
    [200, '15', 'retry', 'CONFIGURATION'],
    [200, '5', 'retry', 'PROVIDER_UNAVAILABLE'],
    [401, undefined, 'retry', 'AUTH'],
    [429, undefined, 'retry', 'RATE_LIMITED'],
    [503, undefined, 'retry', 'PROVIDER_UNAVAILABLE'],
    [200, '2', 'failed', 'INVALID_PAYLOAD'],
  ],
});

import { testProvider } from '../../../../test/support/conformance/provider-conformance.js';
import { TWILIO } from './twilio.provider.js';

testProvider(TWILIO, {
  channel: 'sms',
  simulator: 'sms',
  payload: { body: 'Hi', segments: 1 },
  address: (index) => `+49151${String(index).padStart(8, '0')}`,
  answers: [
    [400, '21610', 'dead', 'OPTED_OUT'],
    [400, '21211', 'dead', 'INVALID_ADDRESS'],
    [400, '21614', 'dead', 'INVALID_ADDRESS'],
    [400, '21635', 'dead', 'INVALID_ADDRESS'],
    [400, '21612', 'dead', 'INVALID_ADDRESS'],
    [400, '30003', 'failed', 'UNREACHABLE'],
    [400, '30007', 'failed', 'REFUSED'],
    [400, '30034', 'retry', 'CONFIGURATION'],
    [400, '30036', 'failed', 'EXPIRED'],
    [400, '21408', 'failed', 'REFUSED'],
    [400, '21606', 'retry', 'CONFIGURATION'],
    [400, '21611', 'retry', 'RATE_LIMITED'],
    [429, '20429', 'retry', 'RATE_LIMITED'],
    [401, '20003', 'retry', 'AUTH'],
    [403, '20003', 'retry', 'AUTH'],
    [404, '20404', 'retry', 'AUTH'],
    [500, '20500', 'retry', 'PROVIDER_UNAVAILABLE'],
    [503, '20503', 'retry', 'PROVIDER_UNAVAILABLE'],
    [400, '21617', 'failed', 'INVALID_PAYLOAD'],
  ],
});

import { testProvider } from '../../../../test/support/conformance/provider-conformance.js';
import { HMS } from './hms.provider.js';

testProvider(HMS, {
  channel: 'hms',
  simulator: 'hms',
  proof: 'sender',
  payload: {
    data: { deeplink: 'shop://basket' },
    android: { notification: { title: 'Hi', body: 'there', click_action: { type: 3 } } },
    buttons: [{ name: 'Basket', action_type: 0, data: { deeplink: 'shop://basket' } }],
  },
  address: (index) => `IQAAAACy${String(index).padStart(24, '0')}`,
  answers: [
    [200, '80100000', 'dead', 'INVALID_TOKEN'],
    [200, '80300007', 'dead', 'INVALID_TOKEN'],
    [401, '80200001', 'retry', 'AUTH'],
    [200, '80200003', 'retry', 'AUTH'],
    [200, '80200005', 'retry', 'AUTH'],
    [200, '80300002', 'failed', 'CONFIGURATION'],
    [200, '80300011', 'retry', 'CONFIGURATION'],
    [200, '80300013', 'retry', 'CONFIGURATION'],
    [200, '80100004', 'failed', 'EXPIRED'],
    [200, '80100016', 'failed', 'REFUSED'],
    [200, '80600003', 'retry', 'PROVIDER_UNAVAILABLE'],
    [500, '81000001', 'retry', 'PROVIDER_UNAVAILABLE'],
    [401, undefined, 'retry', 'AUTH'],
    [404, undefined, 'retry', 'CONFIGURATION'],
    [503, undefined, 'retry', 'RATE_LIMITED'],
    [429, undefined, 'retry', 'RATE_LIMITED'],
    [502, undefined, 'retry', 'PROVIDER_UNAVAILABLE'],
    [400, '80100001', 'failed', 'INVALID_PAYLOAD'],
    [200, '80100003', 'failed', 'INVALID_PAYLOAD'],
    [200, '80300008', 'failed', 'INVALID_PAYLOAD'],
    [200, '80300010', 'failed', 'INVALID_PAYLOAD'],
  ],
});

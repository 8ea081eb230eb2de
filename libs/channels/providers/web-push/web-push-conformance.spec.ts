import { testProvider } from '../../../../test/support/conformance/provider-conformance.js';
import { WEB_PUSH } from './web-push.provider.js';

testProvider(WEB_PUSH, {
  channel: 'webpush',
  simulator: 'webpush',
  payload: { body: { title: 'Hi' }, urgency: 'normal' },
  address: async (_, simulated) => (await simulated.subscriptions(1))[0] ?? '',
  nowhere: (address) => address.replace(/("endpoint":"https:\/\/[^:/]+):\d+/, '$1:1'),
  answers: [
    [404, undefined, 'dead', 'INVALID_TOKEN'],
    [410, undefined, 'dead', 'INVALID_TOKEN'],
    [401, undefined, 'failed', 'AUTH'],
    [403, undefined, 'failed', 'AUTH'],
    [400, undefined, 'failed', 'INVALID_PAYLOAD'],
    [413, undefined, 'failed', 'INVALID_PAYLOAD'],
    [429, undefined, 'retry', 'RATE_LIMITED'],
    [406, undefined, 'retry', 'RATE_LIMITED'],
    [500, undefined, 'retry', 'PROVIDER_UNAVAILABLE'],
    [503, undefined, 'retry', 'PROVIDER_UNAVAILABLE'],
    [451, undefined, 'failed', 'REFUSED'],
  ],
  // Apple and WNS have codes of their own, tried with their names in test/channels/senders/web-push.sender.spec.ts.
  elsewhere: [
    [400, 'VapidPkHashMismatch'],
    [400, 'IdleTimeout'],
    [201, 'dropped'],
    [201, 'channelthrottled'],
  ],
});

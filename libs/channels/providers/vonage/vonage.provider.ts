import { checkByRequest } from '../../provider/check-by-request.js';
import { PostSender } from '../../provider/post.sender.js';
import type { Provider } from '../../provider/provider.types.js';
import { VONAGE_ANSWERS } from './vonage-answers.js';
import { VONAGE_CALLBACKS } from './vonage-callbacks.js';
import { VONAGE_FORM, type VonageCredentials } from './vonage-credentials.js';
import { VONAGE_FAULTS } from './vonage-faults.js';
import { VONAGE_PROTOCOL } from './vonage-protocol.js';

/** Text messages through Vonage's SMS API. It lists no messages by number, so a doubt stays one. */
export const VONAGE: Provider<'sms', VonageCredentials> = {
  name: 'vonage',
  label: 'Vonage',
  channels: ['sms'],
  credentials: VONAGE_FORM,
  answers: VONAGE_ANSWERS,
  faults: VONAGE_FAULTS,
  simulator: 'vonage',
  callbacks: VONAGE_CALLBACKS,
  createSender: ({ http1 }) => new PostSender(VONAGE_PROTOCOL, http1),
  doubt: () => 'give-up',
  check(account) {
    const { apiKey, apiSecret } = account.credentials;
    const query = new URLSearchParams({ api_key: apiKey, api_secret: apiSecret });
    return checkByRequest(account, {
      name: `balance of account ${apiKey}`,
      protocol: VONAGE_PROTOCOL,
      request: { method: 'GET', path: `/account/get-balance?${query.toString()}`, headers: {} },
      judge: (status) =>
        status === 200 ? undefined : { code: String(status), why: VONAGE_ANSWERS.classify(status).reason },
    });
  },
  simulatedSender: ({ apiKey }) => apiKey,
  senders: ({ senders }) => senders,
};

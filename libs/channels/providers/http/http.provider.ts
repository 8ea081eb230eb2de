import { checkByRequest } from '../../provider/check-by-request.js';
import type { Provider } from '../../provider/provider.types.js';
import { PostSender } from '../../provider/post.sender.js';
import { HTTP_ANSWERS } from './http-answers.js';
import { HTTP_CALLBACKS } from './http-callbacks.js';
import { HTTP_FORM, simulatedName, type HttpCredentials } from './http-credentials.js';
import { HTTP_FAULTS } from './http-faults.js';
import { HTTP_PROTOCOL, type HttpChannel } from './http-protocol.js';

/** Any service that takes a signed JSON request for each message, without code of its own. */
export const HTTP: Provider<HttpChannel, HttpCredentials> = {
  name: 'http',
  label: 'Service of your own (HTTP)',
  channels: ['sms', 'smtp'],
  credentials: HTTP_FORM,
  answers: HTTP_ANSWERS,
  faults: HTTP_FAULTS,
  simulator: 'http',
  callbacks: HTTP_CALLBACKS,
  createSender: ({ http1 }) => new PostSender(HTTP_PROTOCOL, http1),
  doubt: ({ idempotent }) => (idempotent ? 'repeat' : 'give-up'),
  // A service has no question that sends nothing: only the connection is tried.
  check: (account) =>
    checkByRequest(account, {
      name: `connection to ${new URL(account.credentials.url).host}`,
      protocol: HTTP_PROTOCOL,
      request: { method: 'HEAD', path: '/', headers: {} },
      judge: () => undefined,
    }),
  simulatedSender: simulatedName,
  senders: ({ senders }) => senders,
};

import type { Provider } from '../../provider/provider.types.js';
import { checkWebPush } from './check-web-push.js';
import { WEB_PUSH_ANSWERS } from './web-push-answers.js';
import { WEB_PUSH_FORM, type WebPushCredentials } from './web-push-credentials.js';
import { WEB_PUSH_FAULTS } from './web-push-faults.js';
import { WebPushSender } from './web-push.sender.js';

export const WEB_PUSH: Provider<'webpush', WebPushCredentials> = {
  name: 'webpush',
  label: 'Push services of browsers',
  channels: ['webpush'],
  credentials: WEB_PUSH_FORM,
  answers: WEB_PUSH_ANSWERS,
  faults: WEB_PUSH_FAULTS,
  simulator: 'webpush',
  createSender: ({ pushServices, throttles, http1 }) => new WebPushSender(pushServices, throttles, http1),
  doubt: () => 'repeat',
  check: checkWebPush,
  simulatedSender: ({ publicKey }) => publicKey,
};

import type { Provider } from '../../provider/provider.types.js';
import { checkSes } from './check-ses.js';
import { SES_ANSWERS } from './ses-answers.js';
import { SES_CALLBACKS } from './ses-callbacks.js';
import { SES_FORM, type SesCredentials } from './ses-credentials.js';
import { SES_FAULTS } from './ses-faults.js';
import { SesSender } from './ses.sender.js';

/** E-mails through Amazon SES, by its API v2. It has no idempotency and lists no messages, so a doubt stays one. */
export const SES: Provider<'smtp', SesCredentials> = {
  name: 'ses',
  label: 'Amazon SES',
  channels: ['smtp'],
  credentials: SES_FORM,
  answers: SES_ANSWERS,
  faults: SES_FAULTS,
  simulator: 'ses',
  callbacks: SES_CALLBACKS,
  createSender: ({ http1 }) => new SesSender(http1),
  doubt: () => 'give-up',
  check: checkSes,
  simulatedSender: ({ accessKeyId }) => accessKeyId,
};

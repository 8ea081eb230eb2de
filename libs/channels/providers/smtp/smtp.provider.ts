import type { Provider } from '../../provider/provider.types.js';
import { checkSmtp } from './check-smtp.js';
import { SMTP_ANSWERS } from './smtp-answers.js';
import { SMTP_FORM, type SmtpCredentials } from './smtp-credentials.js';
import { SMTP_FAULTS } from './smtp-faults.js';
import { SmtpSender } from './smtp.sender.js';

export const SMTP: Provider<'smtp', SmtpCredentials> = {
  name: 'smtp',
  label: 'Mail relay (SMTP)',
  channels: ['smtp'],
  credentials: SMTP_FORM,
  answers: SMTP_ANSWERS,
  faults: SMTP_FAULTS,
  simulator: 'smtp',
  createSender: ({ rateLimiter, throttles, relays, http1: { deadlineMs, connectMs } = {} }) =>
    new SmtpSender(
      rateLimiter,
      throttles,
      { ...(deadlineMs !== undefined && { deadlineMs }), ...(connectMs !== undefined && { connectMs }) },
      relays,
    ),
  doubt: () => 'give-up',
  check: checkSmtp,
  simulatedSender: ({ user }) => user ?? '',
};

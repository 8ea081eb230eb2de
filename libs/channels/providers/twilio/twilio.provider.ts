import type { Provider } from '../../provider/provider.types.js';
import { checkTwilio } from './check-twilio.js';
import { TWILIO_ANSWERS } from './twilio-answers.js';
import { TWILIO_CALLBACKS } from './twilio-callbacks.js';
import { TWILIO_FORM, type TwilioCredentials } from './twilio-credentials.js';
import { TWILIO_FAULTS } from './twilio-faults.js';
import { TwilioSender } from './twilio.sender.js';

export const TWILIO: Provider<'sms', TwilioCredentials> = {
  name: 'twilio',
  label: 'Twilio',
  channels: ['sms'],
  credentials: TWILIO_FORM,
  answers: TWILIO_ANSWERS,
  faults: TWILIO_FAULTS,
  simulator: 'sms',
  callbacks: TWILIO_CALLBACKS,
  createSender: ({ rateLimiter, http1 }) => new TwilioSender(rateLimiter, http1),
  doubt: () => 'ask',
  check: checkTwilio,
  simulatedSender: ({ accountSid }) => accountSid,
  senders: ({ senders }) => senders,
  spacing: ({ segmentsPerSecond }) => segmentsPerSecond,
};

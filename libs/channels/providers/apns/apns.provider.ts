import type { Provider } from '../../provider/provider.types.js';
import { checkApns } from './check-apns.js';
import { APNS_ANSWERS } from './apns-answers.js';
import { APNS_FORM, type ApnsCredentials } from './apns-credentials.js';
import { APNS_FAULTS } from './apns-faults.js';
import { ApnsSender } from './apns.sender.js';

export const APNS: Provider<'apns', ApnsCredentials> = {
  name: 'apns',
  label: 'Apple push (APNs)',
  channels: ['apns'],
  credentials: APNS_FORM,
  answers: APNS_ANSWERS,
  faults: APNS_FAULTS,
  simulator: 'apns',
  createSender: (services) => new ApnsSender(services.http2),
  doubt: () => 'repeat',
  check: checkApns,
  simulatedSender: ({ teamId, keyId }) => `${teamId}/${keyId}`,
};

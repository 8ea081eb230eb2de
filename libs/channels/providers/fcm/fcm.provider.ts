import type { Provider } from '../../provider/provider.types.js';
import { checkFcm } from './check-fcm.js';
import { FCM_ANSWERS } from './fcm-answers.js';
import { FCM_FORM, type FcmCredentials } from './fcm-credentials.js';
import { FCM_FAULTS } from './fcm-faults.js';
import { FcmSender } from './fcm.sender.js';

export const FCM: Provider<'fcm', FcmCredentials> = {
  name: 'fcm',
  label: 'Google push (FCM)',
  channels: ['fcm'],
  credentials: FCM_FORM,
  answers: FCM_ANSWERS,
  faults: FCM_FAULTS,
  simulator: 'fcm',
  createSender: (services) => new FcmSender(services.http2),
  doubt: () => 'repeat',
  check: checkFcm,
  simulatedSender: ({ serviceAccount }) => serviceAccount.project_id,
};

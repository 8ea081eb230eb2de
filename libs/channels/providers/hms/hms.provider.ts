import { PostSender } from '../../provider/post.sender.js';
import type { Provider } from '../../provider/provider.types.js';
import { checkHms } from './check-hms.js';
import { HMS_ANSWERS } from './hms-answers.js';
import { HMS_CALLBACKS } from './hms-callbacks.js';
import { HMS_FORM, type HmsCredentials } from './hms-credentials.js';
import { HMS_FAULTS } from './hms-faults.js';
import { HMS_PROTOCOL } from './hms-protocol.js';

/** Pushes to devices of Huawei, which have no Google services. */
export const HMS: Provider<'hms', HmsCredentials> = {
  name: 'hms',
  label: 'Huawei push (Push Kit)',
  channels: ['hms'],
  credentials: HMS_FORM,
  answers: HMS_ANSWERS,
  faults: HMS_FAULTS,
  simulator: 'hms',
  callbacks: HMS_CALLBACKS,
  createSender: ({ http1 }) => new PostSender(HMS_PROTOCOL, http1),
  // A repeat replaces the notification by its tag.
  doubt: () => 'repeat',
  check: checkHms,
  simulatedSender: ({ clientId }) => clientId,
};

import { toErrorWords } from '../../faults/provider-words.js';
import { VapidHeaders } from './vapid-headers.js';
import type { AccountCheck } from '../../provider/account-check.types.js';
import { faultOfSubject, type WebPushCredentials } from './web-push-credentials.js';

/** Any push service: only the signature is tried. */
const AUDIENCE = 'https://push.example';

/** Signs with the keys. Push services take every pair, so no one is asked: only a message shows whether it is the right one. */
export const checkWebPush: AccountCheck<'webpush', WebPushCredentials> = async ({ credentials }) => {
  const name = `VAPID keys of ${credentials.subject}`;
  const words = faultOfSubject(credentials.subject);
  if (words !== undefined) {
    return [{ name, words: '', fault: { code: 'INVALID_VAPID_SUBJECT', why: 'AUTH', words: `subject ${words}` } }];
  }
  try {
    new VapidHeaders(credentials).get(AUDIENCE);
    return [{ name, words: '' }];
  } catch (error) {
    return [{ name, words: '', fault: { code: 'INVALID_VAPID_KEY', why: 'AUTH', words: toErrorWords(error) } }];
  }
};

import { toErrorWords } from '../faults/provider-words.js';
import { VapidHeaders } from '../web-push/vapid-headers.js';
import type { AccountCheck } from './account-check.types.js';

/** Any push service: only the signature is tried. */
const AUDIENCE = 'https://push.example';

/** Signs with the keys. Push services take every pair, so nobody is asked: only a message shows whether it is the right one. */
export const checkWebPush: AccountCheck<'webpush'> = async ({ credentials }) => {
  const name = `VAPID keys of ${credentials.subject}`;
  try {
    new VapidHeaders(credentials).get(AUDIENCE);
    return [{ name, words: '' }];
  } catch (error) {
    return [{ name, words: '', fault: { code: 'INVALID_VAPID_KEY', why: 'AUTH', words: toErrorWords(error) } }];
  }
};

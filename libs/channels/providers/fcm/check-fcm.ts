import { FcmAccess, createCredential } from './fcm-access.js';
import { readFcmAnswer } from './fcm-answer.js';
import { fcmTarget } from './fcm.sender.js';
import { toProviderWords } from '../../faults/provider-words.js';
import { toAccessFault } from '../../provider/access-token.js';
import type { AccountCheck, CheckStep } from '../../provider/account-check.types.js';
import { CHECK_LIMITS } from '../../transport/check-limits.js';
import { askOverHttp2 } from '../../transport/http2-question.js';
import type { FcmCredentials } from './fcm-credentials.js';

/** With `validate_only` no one gets it, also none that has subscribed to this topic. */
const BODY = JSON.stringify({
  validate_only: true,
  message: { topic: 'herald-account-test', data: { herald: 'account test' } },
});

/** Fetches an access token, and has a message validated that is not sent (FCM v1, `validate_only`). */
export const checkFcm: AccountCheck<'fcm', FcmCredentials> = async (account) => {
  const { client_email: email, project_id: project } = account.credentials.serviceAccount;
  const access = new FcmAccess(() => createCredential(account), CHECK_LIMITS.deadlineMs);
  const login: CheckStep = { name: `log-in of ${email}`, words: '' };
  try {
    await access.refresh();
  } catch (error) {
    return [{ ...login, fault: toAccessFault(error) }];
  }
  const { path, ...target } = fcmTarget(account);
  const end = await askOverHttp2(target, {
    headers: {
      ':method': 'POST',
      ':path': path,
      authorization: access.authorization,
      'content-type': 'application/json',
    },
    body: BODY,
  });
  return [login, { name: `message to project ${project} (validated, not sent)`, ...readEnd(end) }];
};

function readEnd(end: Awaited<ReturnType<typeof askOverHttp2>>): Omit<CheckStep, 'name'> {
  if ('code' in end) {
    const { code, words = '' } = end;
    return { words: '', fault: { code, why: 'PROVIDER_UNAVAILABLE', words } };
  }
  if (end.status === 200) {
    return { words: '' };
  }
  const { code, meaning } = readFcmAnswer(end.status, end.body);
  const words = toProviderWords(`${end.status} ${end.body}`);
  return { words, fault: { code, why: meaning.reason, words } };
}

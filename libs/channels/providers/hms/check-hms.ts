import { parseJson, toJsonObject } from '#platform/collections';
import { toAccessFault } from '../../provider/access-token.js';
import type { AccountCheck, CheckStep } from '../../provider/account-check.types.js';
import { checkByRequest } from '../../provider/check-by-request.js';
import { CHECK_LIMITS } from '../../transport/check-limits.js';
import { createHmsAccess } from './hms-access.js';
import { HMS_ANSWERS } from './hms-answers.js';
import type { HmsCredentials } from './hms-credentials.js';
import { HMS_PROTOCOL, readCode, sendPath } from './hms-protocol.js';

/** With `validate_only` no one gets it, also none that has subscribed to this topic. */
const BODY = JSON.stringify({
  validate_only: true,
  message: { topic: 'herald-account-test', data: '{"herald":"account test"}' },
});

/** Fetches an access token, and has a message checked that is not sent (Push Kit, `validate_only`). */
export const checkHms: AccountCheck<'hms', HmsCredentials> = async (account) => {
  const { credentials } = account;
  const access = createHmsAccess(account, CHECK_LIMITS.deadlineMs);
  const login: CheckStep = { name: `access token of app ${credentials.clientId}`, words: '' };
  try {
    await access.refresh();
  } catch (error) {
    return [{ ...login, fault: toAccessFault(error, HMS_PROTOCOL.secrets(credentials)) }];
  }
  const steps = await checkByRequest(account, {
    name: `message of app ${credentials.clientId} (validated, not sent)`,
    protocol: HMS_PROTOCOL,
    request: {
      method: 'POST',
      path: sendPath(credentials),
      headers: { authorization: access.authorization, 'content-type': 'application/json' },
      body: BODY,
    },
    judge(status, text) {
      const code = readCode(toJsonObject(parseJson(text)));
      return status === 200 && code === '80000000'
        ? undefined
        : { code: code || String(status), why: HMS_ANSWERS.classify(status, code).reason };
    },
  });
  return [login, ...steps];
};

import { toErrorWords, toProviderWords } from '../../faults/provider-words.js';
import type { AccountCheck } from '../../provider/account-check.types.js';
import { CHECK_LIMITS } from '../../transport/check-limits.js';
import { openHttp1Pool } from '../../transport/http1-pool.js';
import { failureCode } from '../../transport/transport-failure.js';
import { readSesCodes, SES_ANSWERS } from './ses-answers.js';
import { openSesClient, SesExchange, sesOrigin, sesSecrets } from './ses-client.js';
import type { SesCredentials } from './ses-credentials.js';

const MAX_RESPONSE_BYTES = 256 * 1024;

/** Asks SES for the account: whether the key works, whether SES lets it send, and whether it is in the sandbox. */
export const checkSes: AccountCheck<'smtp', SesCredentials> = async (account) => {
  const { credentials, origin } = account;
  const name = `account in ${credentials.region}, key ${credentials.accessKeyId}`;
  const secrets = sesSecrets(credentials);
  const limits = { ...CHECK_LIMITS, inFlight: 1 };
  const pool = openHttp1Pool(sesOrigin(account), limits, MAX_RESPONSE_BYTES, origin ? { ca: origin.ca } : {});
  const exchange = new SesExchange();
  try {
    const client = await openSesClient(account, async ({ method, path, headers, body }) => {
      const {
        statusCode,
        headers: answered,
        body: stream,
      } = await pool.request({
        method: method === 'GET' ? 'GET' : 'POST',
        path,
        headers,
        ...(body.length > 0 && { body }),
        signal: AbortSignal.timeout(CHECK_LIMITS.deadlineMs),
      });
      return { status: statusCode, headers: answered, text: await stream.text() };
    });
    const {
      SendingEnabled = true,
      ProductionAccessEnabled = true,
      EnforcementStatus = '',
    } = await client.getAccount(exchange);
    if (!SendingEnabled) {
      const words = `sending is off, the account is ${EnforcementStatus || 'paused'}`;
      return [{ name, words, fault: { code: 'SendingPausedException', why: 'CONFIGURATION', words } }];
    }
    return [{ name, words: ProductionAccessEnabled ? '' : 'the account is in the sandbox: only verified addresses' }];
  } catch (error) {
    const { answer, failure } = exchange;
    if (answer === undefined || failure !== undefined) {
      const cause = failure ?? error;
      const fault = { code: failureCode(cause), why: 'PROVIDER_UNAVAILABLE', words: toErrorWords(cause, secrets) };
      return [{ name, words: '', fault }];
    }
    const [code, ...more] = readSesCodes(error, answer.status);
    const words = toProviderWords(`${answer.status} ${answer.text}`, secrets);
    return [{ name, words, fault: { code, why: SES_ANSWERS.classify(answer.status, code, ...more).reason, words } }];
  } finally {
    await pool.close();
  }
};

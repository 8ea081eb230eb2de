import type Twilio from 'twilio/lib/rest/Twilio.js';
import { toErrorWords, toProviderWords } from '../../faults/provider-words.js';
import { TWILIO_ANSWERS } from './twilio-answers.js';
import type { AccountFault } from '../../sender/channels.types.js';
import { twilioTarget } from './twilio.sender.js';
import { TwilioRefusedError } from './twilio-refusal.js';
import { openHttp1Pool } from '../../transport/http1-pool.js';
import { failureCode } from '../../transport/transport-failure.js';
import type { AccountCheck, CheckStep } from '../../provider/account-check.types.js';
import { CHECK_LIMITS } from '../../transport/check-limits.js';
import type { TwilioCredentials } from './twilio-credentials.js';

const MAX_RESPONSE_BYTES = 1024 * 1024;
const LONG_NUMBER = /^\+\d{7,15}$/;

/**
 * Reads the account, and looks for each long number among those of the account. Letters and short codes cannot be looked up
 * in the same way, so they are not tried.
 */
export const checkTwilio: AccountCheck<'sms', TwilioCredentials> = async (account) => {
  const { accountSid, authToken, senders } = account.credentials;
  const { origin, ...trust } = twilioTarget(account);
  const pool = openHttp1Pool(origin, { ...CHECK_LIMITS, inFlight: 1 }, MAX_RESPONSE_BYTES, trust);
  const toFault = (error: unknown): AccountFault => readFault(error, authToken);
  try {
    const [{ default: Library }, { TwilioHttp }] = await Promise.all([
      import('twilio/lib/rest/Twilio.js'),
      import('./twilio-http.js'),
    ]);
    const httpClient = new TwilioHttp(pool, CHECK_LIMITS.deadlineMs);
    const login: CheckStep = { name: `account ${accountSid}`, words: '' };
    let client: Twilio;
    try {
      client = new Library(accountSid, authToken, { httpClient });
      const { status } = await client.api.v2010.accounts(accountSid).fetch();
      login.words = status;
      if (status !== 'active') {
        return [{ ...login, fault: { code: status, why: 'AUTH', words: `the account is ${status}` } }];
      }
    } catch (error) {
      return [{ ...login, fault: toFault(error) }];
    }
    const steps = [login];
    for (const sender of senders.filter((candidate) => LONG_NUMBER.test(candidate))) {
      steps.push({ name: `sender ${sender}`, words: '', ...(await checkSender(client, sender, toFault)) });
    }
    return steps;
  } finally {
    await pool.close();
  }
};

async function checkSender(
  client: Twilio,
  phoneNumber: string,
  toFault: (error: unknown) => AccountFault,
): Promise<Pick<CheckStep, 'fault'>> {
  try {
    const owned = await client.incomingPhoneNumbers.list({ phoneNumber, limit: 1 });
    const words = 'the number is none of this account';
    return owned.length > 0 ? {} : { fault: { code: 'UNKNOWN_SENDER', why: 'CONFIGURATION', words } };
  } catch (error) {
    return { fault: toFault(error) };
  }
}

function readFault(error: unknown, authToken: string): AccountFault {
  if (error instanceof TwilioRefusedError) {
    const { status, code, raw } = error;
    return { code, why: TWILIO_ANSWERS.classify(status, code).reason, words: toProviderWords(raw, [authToken]) };
  }
  const code = failureCode(error);
  // Twilio's library refuses a wrong sid itself.
  return code === 'Error'
    ? { code: 'INVALID_ACCOUNT_SID', why: 'AUTH', words: toErrorWords(error, [authToken]) }
    : { code, why: 'PROVIDER_UNAVAILABLE', words: toErrorWords(error, [authToken]) };
}

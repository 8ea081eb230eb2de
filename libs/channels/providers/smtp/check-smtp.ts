import type nodemailer from 'nodemailer';
import { withTimeout } from '#platform/async';
import { loadOnUse } from '#platform/start';
import { toConnectionWords, toProviderWords } from '../../faults/provider-words.js';
import { relayOptions, relaySecrets } from './relay-options.js';
import { readSmtpFailure } from './smtp-answer.js';
import type { AccountCheck } from '../../provider/account-check.types.js';
import { CHECK_LIMITS } from '../../transport/check-limits.js';
import type { SmtpCredentials } from './smtp-credentials.js';

const library = loadOnUse((require) => require('nodemailer') as typeof nodemailer);

/** Connects, encrypts and logs in; no mail. */
export const checkSmtp: AccountCheck<'smtp', SmtpCredentials> = async (account, { relays }) => {
  const { credentials, origin } = account;
  const { host, port, user } = credentials;
  const place = origin ? `${origin.host}:${origin.port}` : `${host}:${port}`;
  const name = user === undefined ? `connection to ${place}` : `connection to ${place}, log-in as ${user}`;
  const secrets = relaySecrets(credentials);
  const transport = library().createTransport({
    ...relayOptions(account, relays, CHECK_LIMITS),
    disableFileAccess: true,
  });
  try {
    await withTimeout(CHECK_LIMITS.deadlineMs, transport.verify());
    return [{ name, words: '' }];
  } catch (error) {
    const answer = readSmtpFailure(error);
    const { code } = answer;
    if (answer.kind === 'silent') {
      return [{ name, words: '', fault: { code, why: 'PROVIDER_UNAVAILABLE', words: toConnectionWords(code, error) } }];
    }
    const words = toProviderWords(answer.raw, secrets);
    return [{ name, words, fault: { code, why: answer.meaning.reason, words: words || code } }];
  } finally {
    transport.close();
  }
};

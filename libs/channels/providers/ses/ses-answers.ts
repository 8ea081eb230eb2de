import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/** Codes that SES has no name for: what its words say decides. */
export const DAILY_QUOTA = 'DAILY_QUOTA';
export const UNVERIFIED_IDENTITY = 'UNVERIFIED_IDENTITY';

/** Common errors of AWS: who asks is not known, or may not. The older API has other names for some. */
export const LOGIN_CODES: readonly string[] = [
  'UnrecognizedClientException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'SignatureDoesNotMatch',
  'IncompleteSignature',
  'IncompleteSignatureException',
  'MissingAuthenticationTokenException',
  'ExpiredTokenException',
  'ExpiredToken',
  'RequestExpired',
  'RequestTimeTooSkewed',
  'AccessDeniedException',
  'NotAuthorized',
  'OptInRequired',
];

/**
 * Meanings of SES answers. Sources: Amazon SES API v2 reference, `SendEmail` and "Common Errors"; developer guide, "Errors
 * related to the sending quotas": SES drops a message over a quota, and asks for a pause of up to ten minutes.
 *
 * An error of a client (4xx) refuses the request, so SES has taken nothing. A 5xx proves nothing.
 */
export const SES_ANSWERS = new AnswerTable('ses', [
  {
    codes: [DAILY_QUOTA],
    about: 'account',
    single: 'RETRY',
    reason: 'RATE_LIMITED',
    afterMs: 10 * MINUTE_MS,
    isUntaken: true,
  },
  {
    codes: ['TooManyRequestsException', 'ThrottlingException', 'Throttling'],
    about: 'account',
    single: 'RETRY',
    reason: 'RATE_LIMITED',
    afterMs: 1000,
    isUntaken: true,
  },
  {
    codes: ['LimitExceededException'],
    about: 'account',
    single: 'RETRY',
    reason: 'RATE_LIMITED',
    afterMs: MINUTE_MS,
    isUntaken: true,
  },
  { codes: LOGIN_CODES, about: 'account', single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  {
    codes: ['AccountSuspendedException', 'SendingPausedException'],
    about: 'account',
    single: 'PAUSE',
    reason: 'CONFIGURATION',
    isUntaken: true,
  },
  // The configuration set: SES knows none of this name.
  { codes: ['NotFoundException'], about: 'account', single: 'PAUSE', reason: 'CONFIGURATION', isUntaken: true },
  // A message may name a sender of its own, so a single one does not stop the account.
  {
    codes: ['MailFromDomainNotVerifiedException', UNVERIFIED_IDENTITY],
    about: 'message',
    single: 'FAIL',
    majority: 'PAUSE',
    reason: 'CONFIGURATION',
    isUntaken: true,
  },
  { codes: ['MessageRejected'], about: 'message', single: 'FAIL', majority: 'FIX', reason: 'REFUSED' },
  { status: [401, 403], about: 'account', single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  { status: 429, about: 'account', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS, isUntaken: true },
  { status: [500, 599], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  // BadRequestException, and whatever else refuses a request.
  { about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
]);

/** The codes of an error of the library, the most telling one first. @param status  of the answer */
export function readSesCodes(error: unknown, status: number): [string, ...string[]] {
  // The library names other errors by their class, such as SyntaxError for a page of HTML.
  const isAnswer = error instanceof Error && '$fault' in error && !error.name.startsWith('Unknown');
  const [name, words] = isAnswer ? [error.name, error.message] : [String(status), ''];
  if (/daily (message|sending) quota exceeded/i.test(words)) {
    return [DAILY_QUOTA, name];
  }
  return name === 'MessageRejected' && /not verified/i.test(words) ? [UNVERIFIED_IDENTITY, name] : [name];
}

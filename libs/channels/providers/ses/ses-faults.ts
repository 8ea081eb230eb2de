import type { FaultAdvice } from '../../provider/explain-fault.js';
import { DAILY_QUOTA, LOGIN_CODES, UNVERIFIED_IDENTITY } from './ses-answers.js';

/** Explanations of faults for people. Source: Amazon SES API v2 reference. */
export const SES_FAULTS: readonly FaultAdvice[] = [
  {
    code: /^(AccessDeniedException|NotAuthorized)$/,
    kind: 'credentials',
    advice:
      'The key may not do this: its policy needs ses:SendEmail and ses:SendRawEmail, and ses:GetAccount for the test.',
  },
  {
    code: new RegExp(`^(${LOGIN_CODES.join('|')}|401|403)$`),
    kind: 'credentials',
    advice:
      'AWS refuses the key: compare accessKeyId, secretAccessKey and sessionToken with IAM, and the clock of this machine.',
  },
  {
    code: /^(AccountSuspendedException|SendingPausedException)$/,
    kind: 'configuration',
    advice: 'AWS has stopped the sending of this account: see the reputation and the messages in the SES console.',
  },
  {
    code: new RegExp(`^(MailFromDomainNotVerifiedException|${UNVERIFIED_IDENTITY})$`),
    kind: 'configuration',
    advice:
      'SES does not know the sender in this region, or the account is in the sandbox: verify the domain of `from`, or ask for production access.',
  },
  {
    code: /^NotFoundException$/,
    kind: 'configuration',
    advice: 'SES has no configuration set of this name in this region: compare `configurationSet` with the console.',
  },
  {
    code: new RegExp(
      `^(${DAILY_QUOTA}|LimitExceededException|TooManyRequestsException|Throttling|ThrottlingException)$`,
    ),
    kind: 'rate',
    advice:
      'Messages exceed what the account may send: set ratePerSecond to its sending rate, or ask AWS for a higher quota.',
  },
];

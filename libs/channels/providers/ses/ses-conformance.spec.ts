import { testProvider } from '../../../../test/support/conformance/provider-conformance.js';
import { SES } from './ses.provider.js';

testProvider(SES, {
  channel: 'smtp',
  simulator: 'ses',
  payload: { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' },
  address: (index) => `user-${index}@example.org`,
  answers: [
    [429, 'DAILY_QUOTA', 'retry', 'RATE_LIMITED'],
    [429, 'TooManyRequestsException', 'retry', 'RATE_LIMITED'],
    [400, 'ThrottlingException', 'retry', 'RATE_LIMITED'],
    [400, 'LimitExceededException', 'retry', 'RATE_LIMITED'],
    [403, 'UnrecognizedClientException', 'retry', 'AUTH'],
    [403, 'InvalidSignatureException', 'retry', 'AUTH'],
    [403, 'ExpiredTokenException', 'retry', 'AUTH'],
    [403, 'AccessDeniedException', 'retry', 'AUTH'],
    [400, 'AccountSuspendedException', 'retry', 'CONFIGURATION'],
    [400, 'SendingPausedException', 'retry', 'CONFIGURATION'],
    [404, 'NotFoundException', 'retry', 'CONFIGURATION'],
    [400, 'MailFromDomainNotVerifiedException', 'failed', 'CONFIGURATION'],
    [400, 'UNVERIFIED_IDENTITY', 'failed', 'CONFIGURATION'],
    [400, 'MessageRejected', 'failed', 'REFUSED'],
    [401, undefined, 'retry', 'AUTH'],
    [429, undefined, 'retry', 'RATE_LIMITED'],
    [500, 'InternalServiceErrorException', 'retry', 'PROVIDER_UNAVAILABLE'],
    [503, undefined, 'retry', 'PROVIDER_UNAVAILABLE'],
    [400, 'BadRequestException', 'failed', 'INVALID_PAYLOAD'],
  ],
});

import type { Channel } from '#libs/channels/definitions';

/** The result of one fault of a provider. */
export interface ProviderFault {
  provider: Extract<Channel, 'apns' | 'fcm' | 'webpush' | 'sms' | 'hms'>;
  name: string;
  /** The rule of `PUT /faults`, without provider, token and share. */
  rule: object;
  /** The sender's result, with the provider's code and our reason. */
  sender: ['failed' | 'dead' | 'retry' | 'unknown', string | RegExp, string];
  /** Why the account rests. */
  pause?: string;
  /** How the recipient ends; absent: tried again later. */
  result?: ['SUCCESS'] | ['FAILED', string, string];
  /** Why nothing more is sent to the token or address. */
  gone?: string;
  /** It is unknown if the message left. */
  isInDoubt?: true;
}
type Row = Omit<ProviderFault, 'provider' | 'name' | 'rule'>;

const dead = (code: string, reason = 'INVALID_TOKEN', gone = reason): Row => ({
  sender: ['dead', code, reason],
  result: ['FAILED', code, reason],
  gone,
});
const failed = (code: string, reason: string): Row => ({
  sender: ['failed', code, reason],
  result: ['FAILED', code, reason],
});
const retry = (code: string | RegExp, reason: string): Row => ({ sender: ['retry', code, reason] });
const pause = (code: string, reason: string): Row => ({ sender: ['retry', code, reason], pause: reason });
const inDoubt = (): Row => ({ sender: ['unknown', /./, 'OUTCOME_UNKNOWN'], isInDoubt: true });

const rows = (
  provider: ProviderFault['provider'],
  list: readonly [name: string, rule: object, row: Row][],
): ProviderFault[] => list.map(([name, rule, row]) => ({ provider, name, rule, ...row }));

const apns = (status: number, reason: string, row: Row, more: object = {}): [string, object, Row] => [
  `${status} ${reason}`,
  { status, reason, ...more },
  row,
];
const twilio = (status: number, code: string, row: (code: string) => Row): [string, object, Row] => [
  `${status}, error ${code}`,
  { status, reason: code },
  row(code),
];
const hms = (code: string, row: (code: string) => Row): [string, object, Row] => [
  `code ${code}`,
  { status: 200, reason: code },
  row(code),
];

/**
 * One line per fault of Apple, Google, the push services, Twilio and Huawei: how the provider behaves, and what becomes of the
 * recipient, of the token or number, and of the account. Sources: see `libs/channels/providers`.
 */
export const PROVIDER_FAULTS: readonly ProviderFault[] = [
  ...rows('apns', [
    apns(410, 'Unregistered', dead('Unregistered')),
    apns(410, 'ExpiredToken', dead('ExpiredToken')),
    [
      '410 from before the token was registered',
      { status: 410, reason: 'Unregistered', timestamp: 1 },
      failed('Unregistered', 'INVALID_TOKEN'),
    ],
    apns(400, 'BadDeviceToken', dead('BadDeviceToken')),
    apns(400, 'DeviceTokenNotForTopic', failed('DeviceTokenNotForTopic', 'CONFIGURATION')),
    apns(400, 'TopicDisallowed', pause('TopicDisallowed', 'CONFIGURATION')),
    apns(400, 'BadTopic', pause('BadTopic', 'CONFIGURATION')),
    apns(400, 'MissingTopic', pause('MissingTopic', 'CONFIGURATION')),
    apns(403, 'ExpiredProviderToken', pause('ExpiredProviderToken', 'AUTH')),
    apns(403, 'InvalidProviderToken', pause('InvalidProviderToken', 'AUTH')),
    apns(403, 'BadCertificate', pause('BadCertificate', 'AUTH')),
    apns(403, 'BadCertificateEnvironment', pause('BadCertificateEnvironment', 'AUTH')),
    apns(403, 'Forbidden', pause('Forbidden', 'AUTH')),
    apns(413, 'PayloadTooLarge', failed('PayloadTooLarge', 'INVALID_PAYLOAD')),
    apns(429, 'TooManyProviderTokenUpdates', retry('TooManyProviderTokenUpdates', 'RATE_LIMITED')),
    apns(429, 'TooManyRequests', retry('TooManyRequests', 'RATE_LIMITED')),
    apns(500, 'InternalServerError', retry('InternalServerError', 'PROVIDER_UNAVAILABLE')),
    apns(503, 'ServiceUnavailable', retry('ServiceUnavailable', 'PROVIDER_UNAVAILABLE')),
    apns(503, 'Shutdown', retry('Shutdown', 'PROVIDER_UNAVAILABLE')),
    ['GOAWAY before the message was taken', { fault: 'goaway' }, retry(/./, 'PROVIDER_UNAVAILABLE')],
    ['a connection that is cut behind the message', { fault: 'reset', when: 'after', scope: 'connection' }, inDoubt()],
  ]),
  ...rows('fcm', [
    ['404 UNREGISTERED', { status: 404, reason: 'UNREGISTERED' }, dead('UNREGISTERED')],
    ['400 INVALID_ARGUMENT of the token', { status: 400, reason: 'INVALID_ARGUMENT' }, dead('INVALID_ARGUMENT')],
    [
      '400 INVALID_ARGUMENT of the message',
      { status: 400, reason: 'BAD_REQUEST' },
      failed('INVALID_ARGUMENT', 'INVALID_PAYLOAD'),
    ],
    [
      '403 SENDER_ID_MISMATCH',
      { status: 403, reason: 'SENDER_ID_MISMATCH' },
      failed('SENDER_ID_MISMATCH', 'WRONG_SENDER'),
    ],
    [
      '401 THIRD_PARTY_AUTH_ERROR',
      { status: 401, reason: 'THIRD_PARTY_AUTH_ERROR' },
      failed('THIRD_PARTY_AUTH_ERROR', 'AUTH'),
    ],
    ['401 UNAUTHENTICATED', { status: 401, reason: 'UNAUTHENTICATED' }, pause('UNAUTHENTICATED', 'AUTH')],
    ['404 without UNREGISTERED', { status: 404, reason: 'NOT_FOUND' }, failed('NOT_FOUND', 'AUTH')],
    [
      '429 QUOTA_EXCEEDED',
      { status: 429, reason: 'QUOTA_EXCEEDED', retryAfterSeconds: 30 },
      retry('QUOTA_EXCEEDED', 'RATE_LIMITED'),
    ],
    ['503 UNAVAILABLE', { status: 503, reason: 'UNAVAILABLE' }, retry('UNAVAILABLE', 'PROVIDER_UNAVAILABLE')],
    ['500 INTERNAL', { status: 500, reason: 'INTERNAL' }, retry('INTERNAL', 'PROVIDER_UNAVAILABLE')],
    ['GOAWAY before the message was taken', { fault: 'goaway' }, retry(/./, 'PROVIDER_UNAVAILABLE')],
    ['a stream that is cut behind the message', { fault: 'reset', when: 'after' }, inDoubt()],
  ]),
  ...rows('webpush', [
    ['404', { status: 404 }, dead('404')],
    ['410', { status: 410 }, dead('410')],
    ['400', { status: 400 }, failed('400', 'INVALID_PAYLOAD')],
    ['401', { status: 401 }, failed('401', 'AUTH')],
    ['403', { status: 403 }, failed('403', 'AUTH')],
    ['413', { status: 413 }, failed('413', 'INVALID_PAYLOAD')],
    ['429', { status: 429, retryAfterSeconds: 5 }, retry('429', 'RATE_LIMITED')],
    ['406 of Windows', { status: 406 }, retry('406', 'RATE_LIMITED')],
    ['500', { status: 500 }, retry('500', 'PROVIDER_UNAVAILABLE')],
    ['503', { status: 503 }, retry('503', 'PROVIDER_UNAVAILABLE')],
    ['a connection that is cut behind the message', { fault: 'reset', when: 'after' }, inDoubt()],
  ]),
  ...rows('sms', [
    twilio(400, '21610', (code) => dead(code, 'OPTED_OUT', 'STOP')),
    ...['21211', '21614', '21635', '21612'].map((code) => twilio(400, code, (entry) => dead(entry, 'INVALID_ADDRESS'))),
    ...['30003', '30005', '30006'].map((code) => twilio(400, code, (entry) => failed(entry, 'UNREACHABLE'))),
    twilio(400, '30007', (code) => failed(code, 'REFUSED')),
    twilio(400, '30034', (code) => retry(code, 'CONFIGURATION')),
    twilio(400, '30036', (code) => failed(code, 'EXPIRED')),
    twilio(400, '21408', (code) => failed(code, 'REFUSED')),
    twilio(400, '21606', (code) => retry(code, 'CONFIGURATION')),
    twilio(400, '30001', (code) => retry(code, 'RATE_LIMITED')),
    twilio(400, '21611', (code) => retry(code, 'RATE_LIMITED')),
    twilio(429, '20429', (code) => retry(code, 'RATE_LIMITED')),
    twilio(401, '20003', (code) => pause(code, 'AUTH')),
    twilio(503, '20503', (code) => retry(code, 'PROVIDER_UNAVAILABLE')),
    // Twilio is asked afterwards, so the sender's doubt is none of the recipient's.
    [
      'a connection that is cut behind the message',
      { fault: 'reset', when: 'after' },
      { ...inDoubt(), isInDoubt: undefined, result: ['SUCCESS'] },
    ],
    ['a connection that is cut before it', { fault: 'reset' }, { ...inDoubt(), isInDoubt: undefined }],
  ]),
  ...rows('hms', [
    hms('80300007', dead),
    hms('80100000', dead),
    hms('80300002', (code) => failed(code, 'CONFIGURATION')),
    hms('80100003', (code) => failed(code, 'INVALID_PAYLOAD')),
    hms('80300008', (code) => failed(code, 'INVALID_PAYLOAD')),
    hms('80100016', (code) => failed(code, 'REFUSED')),
    hms('80200001', (code) => pause(code, 'AUTH')),
    hms('80300013', (code) => pause(code, 'CONFIGURATION')),
    hms('81000001', (code) => retry(code, 'PROVIDER_UNAVAILABLE')),
    ['503 of flow control', { status: 503, retryAfterSeconds: 5 }, retry('503', 'RATE_LIMITED')],
    ['502', { status: 502 }, retry('502', 'PROVIDER_UNAVAILABLE')],
    ['a connection that is cut behind the message', { fault: 'reset', when: 'after' }, inDoubt()],
  ]),
];

import type { AccountFault, Channel } from '../sender/channels.types.js';

/** What kind of fault keeps an account from working. */
export const FAULT_KINDS = [
  'credentials',
  'configuration',
  'unknown-host',
  'refused-port',
  'unreachable',
  'tls',
  'timeout',
  'outage',
  'rate',
  'refused',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface ExplainedFault {
  kind: FaultKind;
  /** One sentence that says what is wrong and what to do. */
  advice: string;
}

interface Row {
  channel?: Channel;
  /** Of the code, from its beginning. */
  code: RegExp;
  kind: FaultKind;
  advice: string;
}

const APNS_KEY =
  'Apple does not know this key: compare teamId, keyId and key with the .p8 file of the developer account, and see whether the key was revoked.';
const SERVICE_ACCOUNT =
  'Google refuses the service account: it was deleted or disabled, or its key was revoked; create a new key in the Google Cloud console and apply it.';

/**
 * The first match wins. Sources: Apple "Handling notification responses from APNs"; Google "FCM error codes" and RFC 6749;
 * Twilio's error dictionary; RFC 5321 and 4954; RFC 8292; the codes of Node's sockets and TLS.
 */
const ROWS: readonly Row[] = [
  {
    code: /^(ENOTFOUND|EAI_AGAIN|EDNS|ENODATA|ESERVFAIL)/,
    kind: 'unknown-host',
    advice: 'The name of the host cannot be resolved: check its spelling and the DNS of this machine.',
  },
  {
    code: /^ECONNREFUSED/,
    kind: 'refused-port',
    advice: 'Nothing listens at this host and port, or a firewall refuses it: check host and port.',
  },
  {
    code: /^(ETIMEDOUT|TIMEOUT|QUEUE_TIMEOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|SILENT|PROVIDER_SILENT|ESOCKETTIMEDOUT)/,
    kind: 'timeout',
    advice:
      'There was no answer in time: a firewall may drop the connection, or host and port are those of another service.',
  },
  {
    code: /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO|ETLS|INVALID_PURPOSE|PATH_LENGTH)/,
    kind: 'tls',
    advice:
      'The connection cannot be encrypted, or its certificate is not trusted: use the name in the certificate, give a private authority as `ca`, or change `secure` and port.',
  },
  {
    code: /^(ECONNRESET|EPIPE|CLOSED|ECONNECTION|ESOCKET|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_SOCKET|ERR_HTTP2|REFUSED_STREAM)/,
    kind: 'unreachable',
    advice:
      'The connection fails before an answer: check network, proxy and firewall, and that the port speaks this protocol.',
  },
  {
    channel: 'apns',
    code: /^InvalidKey/,
    kind: 'credentials',
    advice: 'The key cannot be read: apply the content of the .p8 file as it was downloaded.',
  },
  {
    channel: 'apns',
    code: /^(InvalidProviderToken|MissingProviderToken|Forbidden)/,
    kind: 'credentials',
    advice: APNS_KEY,
  },
  {
    channel: 'apns',
    code: /^ExpiredProviderToken/,
    kind: 'credentials',
    advice: 'Apple takes the token for too old: set the clock of this machine.',
  },
  {
    channel: 'apns',
    code: /^(BadCertificateEnvironment|BadEnvironmentKey)/,
    kind: 'credentials',
    advice: 'The key is not for this environment: set `environment` to the one of the key, production or sandbox.',
  },
  {
    channel: 'apns',
    code: /^(TopicDisallowed|BadTopic|MissingTopic|DeviceTokenNotForTopic)/,
    kind: 'configuration',
    advice:
      'The topic does not belong to the team of the key: set `topic` to the bundle id of the app, and teamId to its team.',
  },
  {
    channel: 'apns',
    code: /^BadDeviceToken/,
    kind: 'configuration',
    advice:
      'Apple does not know the token here: it is of another app, or of the other environment (production or sandbox).',
  },
  {
    channel: 'fcm',
    code: /^SERVICE_ACCOUNT/,
    kind: 'credentials',
    advice: 'The service account cannot be used: apply the JSON file of its key as it was downloaded.',
  },
  { channel: 'fcm', code: /^OAUTH_/, kind: 'credentials', advice: SERVICE_ACCOUNT },
  {
    channel: 'fcm',
    code: /^(PERMISSION_DENIED|403)/,
    kind: 'credentials',
    advice:
      'The service account may not send: switch the Firebase Cloud Messaging API of its project on, and give it the role "Firebase Cloud Messaging API Admin".',
  },
  {
    channel: 'fcm',
    code: /^THIRD_PARTY_AUTH_ERROR/,
    kind: 'configuration',
    advice: 'Firebase has no valid key of Apple or of web push for this app: upload it in the Firebase console.',
  },
  {
    channel: 'fcm',
    code: /^SENDER_ID_MISMATCH/,
    kind: 'configuration',
    advice:
      'The tokens belong to another Firebase project: apply the service account of the project that the app uses.',
  },
  {
    channel: 'fcm',
    code: /^(UNAUTHENTICATED|NOT_FOUND|40[14])/,
    kind: 'credentials',
    advice:
      'Google does not accept the service account for this project: apply the key of a service account of that project.',
  },
  {
    channel: 'smtp',
    code: /^(AUTH|53[0458])/,
    kind: 'credentials',
    advice: 'The relay refuses the log-in: check user and password; some providers want an app password or an API key.',
  },
  {
    channel: 'smtp',
    code: /^5\d\d/,
    kind: 'configuration',
    advice: 'The relay refuses: see its words, and whether this account may send from the address in `from`.',
  },
  {
    channel: 'smtp',
    code: /^EPROTOCOL/,
    kind: 'configuration',
    advice: 'The port does not speak SMTP in this way: use 587 with `secure: false`, or 465 with `secure: true`.',
  },
  {
    channel: 'sms',
    code: /^(20003|20005|20404|401|404|INVALID_ACCOUNT_SID|30002)/,
    kind: 'credentials',
    advice:
      'Twilio refuses the log-in: compare accountSid and authToken with the Twilio console; the token may have been rotated.',
  },
  {
    channel: 'sms',
    code: /^(UNKNOWN_SENDER|21603|21606|21212|21659|21660|30032|30034)/,
    kind: 'configuration',
    advice:
      'The account has no such sender, or it may not send: compare `senders` with the numbers of the Twilio console.',
  },
  {
    channel: 'webpush',
    code: /^INVALID_VAPID_KEY/,
    kind: 'credentials',
    advice:
      'The VAPID keys are no pair: apply publicKey and privateKey of one pair, or leave both out to have new ones made.',
  },
  {
    channel: 'webpush',
    code: /^(PUSH_SERVICE_NOT_ALLOWED|ADDRESS_REFUSED)/,
    kind: 'refused',
    advice: 'Herald sends to known push services only: name the host in PUSH_SERVICES if it is one.',
  },
  {
    channel: 'webpush',
    code: /^40[13]/,
    kind: 'credentials',
    advice:
      'The push service refuses the VAPID key: subscriptions keep the public key that they were made with, so apply that pair.',
  },
];

const ADDRESS: ExplainedFault = {
  kind: 'refused',
  advice: 'The account works, but the provider does not know this address: try another one.',
};

const BY_REASON: Readonly<Record<string, ExplainedFault>> = {
  AUTH: { kind: 'credentials', advice: 'The provider refuses the credentials: compare them with its console.' },
  CONFIGURATION: { kind: 'configuration', advice: 'The provider refuses how the account is set up: see its words.' },
  INVALID_TOKEN: ADDRESS,
  INVALID_ADDRESS: ADDRESS,
  RATE_LIMITED: {
    kind: 'rate',
    advice: 'The provider asks for patience: Herald goes on by itself; lower ratePerSecond if it lasts.',
  },
  PROVIDER_UNAVAILABLE: {
    kind: 'outage',
    advice: 'The provider is out of order: Herald tries again by itself; see its status page.',
  },
};

const REFUSED: ExplainedFault = { kind: 'refused', advice: 'The provider refuses the message: see its words.' };

/** What kind of fault an account has, and what to do about it. */
export function explainFault(channel: Channel, { code, why }: Pick<AccountFault, 'code' | 'why'>): ExplainedFault {
  const row = ROWS.find((candidate) => (candidate.channel ?? channel) === channel && candidate.code.test(code));
  return row ? { kind: row.kind, advice: row.advice } : (BY_REASON[why] ?? REFUSED);
}

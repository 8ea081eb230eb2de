const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** One of each state. */
export const ACCOUNTS = [
  {
    channel: 'apns',
    account: 'apns',
    provider: 'apns',
    simulator: false,
    stop: { state: 'paused', why: 'AUTH', code: 'InvalidProviderToken', since: ago(12), until: null },
    lastError: {
      code: '403',
      why: 'AUTH',
      words: 'InvalidProviderToken',
      advice: 'APNs does not take the key: check key id, team id and the key file.',
      since: ago(12),
      at: ago(9),
      times: 3,
      endedAt: null,
    },
  },
  { channel: 'fcm', account: 'fcm', provider: 'fcm', simulator: true },
  { channel: 'sms', account: 'sms', provider: 'twilio', simulator: false },
  { channel: 'sms', account: 'sms:second', provider: 'vonage', simulator: false },
  {
    channel: 'smtp',
    account: 'smtp',
    provider: 'smtp',
    simulator: false,
    stop: { state: 'resting', why: 'PROVIDER_UNAVAILABLE', code: '421', since: ago(2), until: ago(-1) },
    lastError: {
      code: '421',
      why: 'PROVIDER_UNAVAILABLE',
      words: '421 4.3.2 Service not available, closing transmission channel',
      advice: 'The relay is away. It is tried again by itself.',
      since: ago(2),
      at: ago(1),
      times: 1,
      endedAt: null,
    },
  },
];
export const RESUMED_ACCOUNTS = ACCOUNTS.map(({ stop, ...account }) =>
  stop?.state === 'paused' ? account : { ...account, ...(stop && { stop }) },
);

/** The answer of an SMTP relay to a wrong password. */
export const SMTP_TEST = {
  channel: 'smtp',
  account: 'smtp',
  works: false,
  simulator: false,
  paused: false,
  steps: [
    { name: 'connection to smtp.example.com:587', works: true, words: '220 smtp.example.com ESMTP' },
    {
      name: 'log-in',
      works: false,
      words: '535 5.7.8 Username and Password not accepted',
      fault: {
        code: '535 5.7.8',
        why: 'AUTH',
        kind: 'credentials',
        advice: 'The relay refuses the log-in: check user and password.',
      },
    },
  ],
};

import {
  flagField,
  freeField,
  intField,
  mapField,
  oneOfField,
  required,
  textField,
  textsField,
  type FileFields,
  type SectionReference,
} from '../model/file-fields.js';
import { ANDROID_DISPLAYS, type AccountChannel } from '../model/tenancy.types.js';

const MAX_RATE = 1_000_000;
export const RATE = { min: 1, max: MAX_RATE } as const;
export const PORT = { min: 1, max: 65_535 } as const;
export const SEGMENT_RATE = { min: 1, max: 10_000 } as const;
export const ENVIRONMENTS = ['production', 'sandbox'] as const;

const REAL = 'Needed unless `simulator` is true.';

export const DKIM_FIELDS = {
  domain: required(textField('Domain that signs')),
  selector: required(textField('Name before `._domainkey` in DNS')),
  key: required(textField('RSA key as PEM (1024 bits or more), or the name of a file with one')),
} satisfies FileFields;

const SHARED = {
  simulator: flagField('The simulator in place of a provider; credentials are generated'),
  ratePerSecond: intField(RATE, 'Most messages a second to the provider', 'no limit'),
  rampFromPerSecond: intField(RATE, 'Rate at the start of a campaign, which grows to the full one', 'the full one'),
} satisfies FileFields;

/** The names of each channel. */
export const CHANNEL_FIELDS = {
  apns: {
    ...SHARED,
    teamId: textField(`Team of the developer account. ${REAL}`),
    keyId: textField(`Id of the key. ${REAL}`),
    key: textField(`The \`.p8\` key, or the name of its file. ${REAL}`),
    topic: textField(`Bundle id of the app. ${REAL}`),
    environment: oneOfField(ENVIRONMENTS, 'Which of Apple’s servers', '`production`'),
  },
  fcm: {
    ...SHARED,
    serviceAccount: freeField(
      { anyOf: [{ type: 'string', minLength: 1 }, { type: 'object' }] },
      `The service-account file: its name, its text, or its content as a map. ${REAL}`,
    ),
    display: oneOfField(ANDROID_DISPLAYS, 'Who draws notifications ([messages](messages.md))', '`auto`'),
  },
  webpush: {
    ...SHARED,
    subject: textField(`Contact of the sender, \`mailto:\` or \`https:\`. ${REAL}`),
    publicKey: textField('VAPID key, base64url', { otherwise: 'generated once' }),
    privateKey: textField('VAPID key, base64url', { otherwise: 'generated once' }),
  },
  smtp: {
    ...SHARED,
    domainRatePerSecond: intField(RATE, 'Most messages a second to one domain', 'no limit'),
    host: textField(`Host of the mail relay. ${REAL}`),
    port: intField(PORT, 'Port of the relay', '587'),
    secure: flagField('TLS from the first byte; otherwise STARTTLS', 'whether `port` is 465'),
    user: textField('For the log-in', { otherwise: 'no log-in' }),
    password: textField('For the log-in', { otherwise: 'no log-in' }),
    from: textField(`Address of the sender. ${REAL}`),
    fromDomains: textsField('More domains that messages may be from', 'that of `from`'),
    dkim: mapField(DKIM_FIELDS, 'Signs each mail', 'the relay signs, or nobody'),
    ca: textField('Certificate (PEM) that the relay’s is checked with, or the name of its file', {
      otherwise: 'the certificates of the system',
    }),
  },
  sms: {
    ...SHARED,
    accountSid: textField(`Of Twilio, \`AC\` and 32 hexadecimal digits. ${REAL}`),
    authToken: textField(`Of Twilio. ${REAL}`),
    senders: textsField(`Numbers or names of the sender. ${REAL}`),
    segmentsPerSecond: intField(SEGMENT_RATE, 'Most parts of messages a second', 'no limit'),
  },
} satisfies Record<AccountChannel, FileFields>;

export const CHANNELS_REFERENCE: SectionReference = {
  field: mapField(
    {
      apns: mapField(CHANNEL_FIELDS.apns, 'Push to iOS and macOS'),
      fcm: mapField(CHANNEL_FIELDS.fcm, 'Push to Android'),
      webpush: mapField(CHANNEL_FIELDS.webpush, 'Push to browsers'),
      smtp: mapField(CHANNEL_FIELDS.smtp, 'E-mail'),
      sms: mapField(CHANNEL_FIELDS.sms, 'Text messages'),
    },
    'Accounts at the providers, by channel',
  ),
  about:
    'Keys are parsed at once, so that a wrong one is refused here and no campaign fails by it. ' +
    '`herald apply FILE --test` also tries the accounts ([providers](providers.md)). ' +
    'A simulated account takes, beside rates, `display` (fcm), `dkim` (smtp) and `senders` (sms) only.',
  example: `
app: shop
channels:
  apns: { teamId: A1B2C3D4E5, keyId: F6G7H8I9J0, key: AuthKey.p8, topic: com.example.shop }
  fcm: { serviceAccount: fcm.json, display: auto }
  webpush: { subject: 'mailto:push@example.com' }
  smtp:
    host: smtp.example.com
    user: shop
    password: \${SMTP_PASSWORD}
    from: Shop <hello@example.com>
    dkim: { domain: example.com, selector: herald, key: dkim.pem }
    ratePerSecond: 200
    domainRatePerSecond: 20
  sms: { simulator: true, senders: [SHOP] }
`,
};

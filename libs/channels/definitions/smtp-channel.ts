import { HOUR_MS, MINUTE_MS, type ChannelDefinition } from './channel-definition.js';

/** The pauses follow RFC 5321, section 4.5.4.1, compressed to the life of a message. */
export const SMTP_CHANNEL = {
  number: 4,
  about: 'E-mail',
  platforms: { EMAIL: 11 },
  policy: {
    batchSize: 100,
    deadlineMs: 24 * HOUR_MS,
    delaysMs: [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS],
  },
  contact: {
    kind: 'email',
    leftOutKind: 2,
    address: 'email',
    label: 'E-mail',
    example: 'ann@example.com',
    list: 'emailList',
    lookupKind: 1,
    form: 'email',
    storage: { column: 'email', consent: 'email_opt_in' },
    subjects: { user: 'EMAIL', address: 'EMAIL_ADDRESS' },
    answersAs: 'MAIL',
    deadReason: 'HARD_BOUNCE',
  },
} as const satisfies ChannelDefinition;

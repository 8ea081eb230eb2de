import { HOUR_MS, MINUTE_MS, SECOND_MS, type ChannelDefinition } from './channel-definition.js';

export const SMS_CHANNEL = {
  number: 5,
  about: 'Text messages',
  platforms: { SMS: 12 },
  policy: {
    batchSize: 250,
    deadlineMs: 24 * HOUR_MS,
    delaysMs: [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS],
  },
  contact: {
    kind: 'sms',
    leftOutKind: 3,
    address: 'msisdn',
    label: 'Phone number',
    example: '+905321234567',
    list: 'msisdnList',
    lookupKind: 2,
    form: 'number',
    storage: { column: 'msisdn', consent: 'sms_opt_in' },
    subjects: { user: 'SMS', address: 'SMS_ADDRESS' },
    answersAs: 'SMS',
    deadReason: 'INVALID_ADDRESS',
  },
} as const satisfies ChannelDefinition;

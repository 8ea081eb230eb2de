import { HOUR_MS, MINUTE_MS, SECOND_MS, type ChannelDefinition } from './channel-definition.js';

/** WhatsApp, through a business number. Its number is one of its own: it may differ from the phone number of the user. */
export const WHATSAPP_CHANNEL = {
  number: 6,
  about: 'Messages on WhatsApp',
  platforms: { WHATSAPP: 13 },
  policy: {
    batchSize: 250,
    deadlineMs: 24 * HOUR_MS,
    delaysMs: [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
  },
  contact: {
    kind: 'whatsapp',
    leftOutKind: 4,
    address: 'wpNumber',
    label: 'WhatsApp number',
    example: '+905321234567',
    list: 'wpNumbers',
    lookupKind: 3,
    form: 'number',
    storage: { attribute: 14, refusal: -6 },
    subjects: { user: 'WHATSAPP', address: 'WHATSAPP_ADDRESS' },
    answersAs: 'WHATSAPP',
    deadReason: 'INVALID_ADDRESS',
    // Meta, "Send messages: customer service windows".
    sessionMs: 24 * HOUR_MS,
    further: {
      address: 'whatsappId',
      label: 'WhatsApp id',
      example: 'US.13491208655302741918',
      list: 'whatsappIds',
      form: 'whatsappId',
      storage: { attribute: 16, refusal: -6 },
    },
  },
} as const satisfies ChannelDefinition;

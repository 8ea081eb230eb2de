import { HOUR_MS, MINUTE_MS, SECOND_MS, type ChannelDefinition } from './channel-definition.js';

/** Messages to an address of a messenger, which the address itself names (`chat-address.ts`). */
export const CHAT_CHANNEL = {
  number: 8,
  about: 'Messages in chats, such as Telegram and Slack',
  platforms: { CHAT: 15 },
  policy: {
    batchSize: 250,
    deadlineMs: 24 * HOUR_MS,
    delaysMs: [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
  },
  contact: {
    kind: 'chat',
    leftOutKind: 5,
    address: 'chatAddress',
    label: 'Chat address',
    example: 'telegram:123456789',
    list: 'chatAddresses',
    lookupKind: 4,
    form: 'chat',
    storage: { attribute: 15, refusal: -8 },
    subjects: { user: 'CHAT', address: 'CHAT_ADDRESS' },
    answersAs: 'CHAT',
    deadReason: 'INVALID_ADDRESS',
  },
} as const satisfies ChannelDefinition;

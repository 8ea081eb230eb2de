/**
 * An address of the channel `chat`: the messenger, a colon, and the id of a person or a group there. Ids never change,
 * other than names, and callbacks name people by them: so an address by a name would miss the consent of its person.
 */
export interface ChatAddress {
  messenger: Messenger;
  /** The id as the messenger writes it. */
  id: string;
}

/** The payload of a message of the channel: its text, without any markup. */
export interface ChatPayload {
  text: string;
}

/**
 * Ids of each messenger.
 *
 * - Telegram, "Available types: Chat": an integer of at most 52 significant bits; those of groups are below 0.
 * - Slack, "Conversations API": U and W are people, C and G channels.
 */
const MESSENGERS = {
  telegram: { id: /^-?[1-9]\d{0,15}$/, rule: 'an id of digits, as telegram:123456789 or telegram:-1001234567890' },
  slack: { id: /^[UWCG][A-Z0-9]{6,29}$/, rule: 'the id of a person or a channel, as slack:U012ABCDEF' },
} as const;
export type Messenger = keyof typeof MESSENGERS;

/** @returns undefined for what is no address */
export function parseChatAddress(text: string): ChatAddress | undefined {
  const { messenger, id } = split(text);
  return messenger !== undefined && MESSENGERS[messenger].id.test(id) ? { messenger, id } : undefined;
}

/** Describes the form of an address, for the error of one that is none. */
export function ruleOfChatAddress(text: string): string {
  const { messenger } = split(text);
  return messenger === undefined
    ? `begin with ${Object.keys(MESSENGERS)
        .map((name) => `${name}:`)
        .join(' or ')}`
    : `be ${MESSENGERS[messenger].rule}`;
}

/** The id of an address in one messenger; undefined for an address in another one. */
export function chatIdIn(messenger: Messenger, address: string): string | undefined {
  const parsed = parseChatAddress(address);
  return parsed?.messenger === messenger ? parsed.id : undefined;
}

export function toChatAddress({ messenger, id }: ChatAddress): string {
  return `${messenger}:${id}`;
}

function split(text: string): { messenger: Messenger | undefined; id: string } {
  const [name = '', id = ''] = text.trim().split(/:(.*)/s, 2);
  return { messenger: Object.hasOwn(MESSENGERS, name) ? (name as Messenger) : undefined, id };
}

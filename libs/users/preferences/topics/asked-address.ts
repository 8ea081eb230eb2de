import {
  contactOfAddress,
  listAddressesBeside,
  parseChatAddress,
  TOPIC_CHANNEL_NAMES,
  TOPIC_CHANNELS,
  type AddressKind,
  type Contact,
  type TopicChannel,
} from '#libs/channels/definitions';
import { CONTACT_KINDS, contactKey, type Addresses } from '#libs/users/identities';
import type { AskedAddress } from '#libs/users/profiles';

/** The address that an opt-in by a channel is about. */
const OWN: Readonly<Partial<Record<TopicChannel, AddressKind>>> = {
  EMAIL: 'email',
  SMS: 'msisdn',
  WHATSAPP: 'wpNumber',
  TELEGRAM: 'chatAddress',
  SLACK: 'chatAddress',
};
/** Kinds of addresses for questions about push and about all of a topic. The first that a person has is asked. */
const ANY: readonly AddressKind[] = ['email', 'msisdn', ...listAddressesBeside('wpNumber'), 'chatAddress'];
const NAMES = new Map<number, TopicChannel>(TOPIC_CHANNEL_NAMES.map((name) => [TOPIC_CHANNELS[name], name]));

/**
 * The address at which a person is asked to confirm an opt-in.
 *
 * @param channel  number of `TOPIC_CHANNELS`; 0: all of the topic
 * @returns null where the person has none
 */
export function findAskedAddress(channel: number, addresses: Addresses): AskedAddress | null {
  const name = NAMES.get(channel);
  const ownKind = name && OWN[name];
  const kinds = ownKind === undefined ? ANY : listAddressesBeside(ownKind);
  const kind = kinds.find((candidate) => addresses[candidate] !== null && isOf(name, addresses[candidate]));
  const address = kind && addresses[kind];
  return kind === undefined || !address ? null : { kind: CONTACT_KINDS[kind], hash: contactKey(address).hash };
}

/** The contact channel that an opt-in was asked about on; undefined: the question came by another way. */
export function contactOfOptIn(channel: number): Contact | undefined {
  const name = NAMES.get(channel);
  const kind = name && OWN[name];
  return kind && contactOfAddress(kind);
}

function isOf(channel: TopicChannel | undefined, address: string): boolean {
  if (channel !== 'TELEGRAM' && channel !== 'SLACK') {
    return true;
  }
  return parseChatAddress(address)?.messenger === channel.toLowerCase();
}

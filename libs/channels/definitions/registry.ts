import { APNS_CHANNEL } from './apns-channel.js';
import { CHAT_CHANNEL } from './chat-channel.js';
import type { ChannelDefinition, ChannelPolicy, ContactDefinition } from './channel-definition.js';
import { FCM_CHANNEL } from './fcm-channel.js';
import { HMS_CHANNEL } from './hms-channel.js';
import { SMS_CHANNEL } from './sms-channel.js';
import { SMTP_CHANNEL } from './smtp-channel.js';
import { WEBPUSH_CHANNEL } from './webpush-channel.js';
import { WHATSAPP_CHANNEL } from './whatsapp-channel.js';

/** All channels, in the order of their numbers. */
export const CHANNEL_DEFINITIONS = {
  apns: APNS_CHANNEL,
  fcm: FCM_CHANNEL,
  webpush: WEBPUSH_CHANNEL,
  smtp: SMTP_CHANNEL,
  sms: SMS_CHANNEL,
  whatsapp: WHATSAPP_CHANNEL,
  hms: HMS_CHANNEL,
  chat: CHAT_CHANNEL,
} as const satisfies Record<string, ChannelDefinition>;

type Definitions = typeof CHANNEL_DEFINITIONS;
export type Channel = keyof Definitions;
/** The platforms of all channels. */
export type Platform = { [C in Channel]: keyof Definitions[C]['platforms'] }[Channel];

/** Channels that reach users by an address of theirs. */
export type ContactChannel = { [C in Channel]: Definitions[C] extends { contact: object } ? C : never }[Channel];
export type ContactOf<C extends ContactChannel> = Definitions[C]['contact'];
/** The recipients of a channel, by the source of their consent. */
export type ContactRecipientKind = ContactOf<ContactChannel>['kind'];
export type RecipientKind = 'push' | ContactRecipientKind;
type FurtherOf<D> = D extends { further: { address: infer A } } ? A : never;
/** Kinds of addresses, by the name of the attribute. */
export type AddressKind = ContactOf<ContactChannel>['address'] | FurtherOf<ContactOf<ContactChannel>>;

/** The subjects of the history of consent: push of a device, a category, a channel, or an address of one. */
export type ConsentSubject =
  | 'TRACKING'
  | 'EMAIL_FREQUENCY'
  | 'PUSH'
  | 'CATEGORY'
  | ContactOf<ContactChannel>['subjects']['user' | 'address'];

export const CHANNEL_NAMES = Object.keys(CHANNEL_DEFINITIONS) as readonly Channel[];

/** Reads one property of every channel. */
export function byChannel<T>(read: (definition: ChannelDefinition, channel: Channel) => T): Record<Channel, T> {
  return Object.fromEntries(CHANNEL_NAMES.map((name) => [name, read(CHANNEL_DEFINITIONS[name], name)])) as Record<
    Channel,
    T
  >;
}

/** The stored number of each channel. */
export const CHANNELS = byChannel(({ number }) => number);
export const CHANNEL_POLICIES: Readonly<Record<Channel, ChannelPolicy>> = byChannel(({ policy }) => policy);

/** A contact channel with its definition. */
export interface Contact extends ContactDefinition {
  readonly channel: ContactChannel;
  readonly kind: ContactRecipientKind;
  readonly address: AddressKind;
  readonly subjects: ContactOf<ContactChannel>['subjects'];
}

/** All contact channels, in the order of their numbers. */
export const CONTACTS: readonly Contact[] = CHANNEL_NAMES.flatMap((channel) => {
  const { contact }: ChannelDefinition = CHANNEL_DEFINITIONS[channel];
  return contact === undefined ? [] : [{ channel, ...contact } as Contact];
});

/** Contact channels with the further addresses, each behind the first one of its channel. */
export const ADDRESS_CONTACTS: readonly Contact[] = CONTACTS.flatMap((contact) =>
  contact.further === undefined ? [contact] : [contact, { ...contact, ...contact.further } as Contact],
);

/** The recipients of each channel: `push` the installations of users, every other kind users by an address of theirs. */
export const RECIPIENT_KINDS = byChannel(({ contact }) => contact?.kind ?? 'push') as {
  readonly [C in Channel]: C extends ContactChannel ? ContactOf<C>['kind'] : 'push';
};

/** Channels that reach users by an address of theirs, as they are stored. */
export const CONTACT_CHANNEL_NUMBERS: readonly number[] = CONTACTS.map(({ channel }) => CHANNELS[channel]);

const BY_KIND = new Map(CONTACTS.map((contact) => [contact.kind, contact]));
const BY_ADDRESS = new Map<string, Contact>(ADDRESS_CONTACTS.map((contact) => [contact.address, contact]));
const BY_PLATFORM = new Map(
  CONTACTS.flatMap((contact) =>
    Object.keys(CHANNEL_DEFINITIONS[contact.channel].platforms).map((platform): [string, Contact] => [
      platform,
      contact,
    ]),
  ),
);

/** The contact channel of some recipients. */
export function contactOfKind(kind: ContactRecipientKind): Contact {
  return requireContact(BY_KIND.get(kind), kind);
}

/** The contact channel of an address. */
export function contactOfAddress(address: AddressKind): Contact {
  return requireContact(BY_ADDRESS.get(address), address);
}

/** Tests if an attribute, a field or a target is an address of users. */
export function isAddressKind(name: string): name is AddressKind {
  return BY_ADDRESS.has(name);
}

/** The contact channel of a platform; undefined: the platform is one of installations. */
export function contactOfPlatform(platform: string): Contact | undefined {
  return BY_PLATFORM.get(platform);
}

function requireContact(contact: Contact | undefined, name: string): Contact {
  if (contact === undefined) {
    throw new Error(`No channel has the address ${name}`);
  }
  return contact;
}

/** Kinds of recipients that have an address. */
export const CONTACT_KINDS = CONTACTS.map(({ kind }) => kind);
export const ADDRESS_KINDS = ADDRESS_CONTACTS.map(({ address }) => address);

const KINDS_BY_CHANNEL = new Map(
  CONTACTS.map(({ channel }) => [
    channel,
    ADDRESS_CONTACTS.filter((other) => other.channel === channel).map(({ address }) => address),
  ]),
);

/** All kinds of addresses of the channel that an address belongs to. A message goes to the first that a user has. */
export function listAddressesBeside(address: AddressKind): readonly AddressKind[] {
  return KINDS_BY_CHANNEL.get(contactOfAddress(address).channel) ?? [address];
}

/** The address to which a user gets the messages of a channel; null: it has none. */
export function chooseAddress(user: Readonly<Record<AddressKind, string | null>>, address: AddressKind): string | null {
  const kind = listAddressesBeside(address).find((candidate) => user[candidate] !== null);
  return kind === undefined ? null : user[kind];
}

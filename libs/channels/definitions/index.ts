export type { AddressForm } from './channel-definition.js';
export {
  chatIdIn,
  type ChatPayload,
  parseChatAddress,
  ruleOfChatAddress,
  toChatAddress,
} from './addresses/chat-address.js';
export {
  CHOSEN_FREQUENCIES,
  type ChosenFrequency,
  EMAIL_FREQUENCIES,
  type EmailFrequency,
  frequencyByNumber,
  listFrequencies,
  numberOfFrequency,
  requireOffered,
} from './email-frequency.js';
export {
  ADDRESS_CONTACTS,
  ADDRESS_KINDS,
  type AddressKind,
  byChannel,
  type Channel,
  CHANNEL_DEFINITIONS,
  CHANNEL_NAMES,
  CHANNEL_POLICIES,
  CHANNELS,
  chooseAddress,
  type ConsentSubject,
  type Contact,
  CONTACT_CHANNEL_NUMBERS,
  CONTACT_KINDS,
  type ContactChannel,
  contactOfAddress,
  contactOfKind,
  contactOfPlatform,
  type ContactRecipientKind,
  CONTACTS,
  isAddressKind,
  listAddressesBeside,
  type Platform,
  RECIPIENT_KINDS,
  type RecipientKind,
} from './registry.js';
export { isSameAddress } from './same-address.js';
export {
  TOPIC_CHANNEL_NAMES,
  TOPIC_CHANNEL_OF_MESSENGER,
  TOPIC_CHANNELS,
  type TopicChannel,
  topicChannelOf,
  topicChannelOfPlatform,
  topicChannelOfSender,
} from './topic-channel.js';
export { isWhatsAppId } from './addresses/whatsapp-id.js';
export {
  WHATSAPP_MEDIA,
  type WhatsAppComponent,
  type WhatsAppMedia,
  type WhatsAppMediaType,
  type WhatsAppParameter,
  type WhatsAppPayload,
} from './whatsapp-payload.js';

import type { RecipientKind } from '#libs/channels';
import type { Message } from './message.types.js';

/** The value of `smsIysMessageType` and `emailIysMessageType` for messages that inform. Every other one is commercial. */
export const INFORMATIONAL = 'N';

/** How the contact policy of an application takes a message: see `Message.policy`. */
export const MESSAGE_POLICIES = ['marketing', 'service', 'exempt'] as const;
export type MessagePolicy = (typeof MESSAGE_POLICIES)[number];

/** Marks that tell if a message is commercial. */
export type KindMarks = Pick<Message, 'transactional' | 'smsIysMessageType' | 'emailIysMessageType'>;

/**
 * Tests if an e-mail or text message informs and sells nothing: codes, receipts, contractual messages. Such messages also
 * reach users who refused commercial ones. The type of a channel says more than `transactional` and wins over it.
 */
export function isInformational(
  { transactional, smsIysMessageType, emailIysMessageType }: KindMarks,
  kind: RecipientKind,
): boolean {
  const type = kind === 'email' ? emailIysMessageType : kind === 'sms' ? smsIysMessageType : undefined;
  return type === undefined ? transactional === true : type === INFORMATIONAL;
}

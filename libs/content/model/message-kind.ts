import type { RecipientKind } from '#libs/channels/definitions';
import type { Message } from './message.types.js';

/** The value of `smsIysMessageType` and `emailIysMessageType` for messages that inform. Every other one is commercial. */
export const INFORMATIONAL = 'N';

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

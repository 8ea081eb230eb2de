import { RECIPIENT_KINDS, type Channel } from '#libs/channels/definitions';
import { isInformational, type MessagePolicy } from '#libs/content';
import { type DispatchRequest, LANES } from '../model/delivery.types.js';

/**
 * The policy of a message on a channel. What the message says of itself wins; else single sends and informational messages
 * are `service`, and all others `marketing`. Tests and drills reach no customer.
 */
export function policyOf(
  { lane, message, options }: Pick<DispatchRequest, 'lane' | 'message' | 'options'>,
  channel: Channel,
): MessagePolicy {
  if (options.isTest || options.onlySimulated) {
    return 'exempt';
  }
  const informs = lane === LANES.transactional || isInformational(message, RECIPIENT_KINDS[channel]);
  return message.policy ?? (informs ? 'service' : 'marketing');
}

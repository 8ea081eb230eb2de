import { contactKey } from '#libs/users/identities';
import type { MessageRef } from '../../model/message-id.js';
import type { LinkTokenService } from '../link-token.service.js';

const MARK_BYTES = 3;

/** Marks an address in 24 bits, whatever its spelling. A link works while its recipient still has the address. */
export function markAddress(address: string): number {
  return contactKey(address).hash.readUIntBE(0, MARK_BYTES);
}

/**
 * The link of a message to the preferences of its recipient.
 *
 * @param address  that the message goes to
 * @param base     public, without a slash at the end
 */
export function buildPreferencesLink(
  tokens: LinkTokenService,
  message: MessageRef,
  address: string,
  base: string,
): string {
  return `${base}/p/${tokens.createToken('preferences', message, markAddress(address))}`;
}

import type { MessageRef } from '../../model/message-id.js';
import type { LinkTokenService } from '../link-token.service.js';

/** The link of a message to the preferences of its recipient. @param base  public, without a slash at the end */
export function buildPreferencesLink(tokens: LinkTokenService, message: MessageRef, base: string): string {
  return `${base}/p/${tokens.createToken('preferences', message)}`;
}

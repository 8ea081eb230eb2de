import type { RecipientKind } from '#libs/channels/definitions';
import { isInformational } from '#libs/content';
import type { DispatchRequest } from './delivery.types.js';

/**
 * Tests if a message goes also to users who refused its channel. A refusal of push is one of the device: only the request
 * overrides it. No message overrides a suppressed address.
 */
export function includesRefusing(
  { message, options }: Pick<DispatchRequest, 'message' | 'options'>,
  kind: RecipientKind,
): boolean {
  return options.includeOptedOut === true || (kind !== 'push' && isInformational(message, kind));
}

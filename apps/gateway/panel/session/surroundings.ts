import type { Surroundings } from '#libs/members';
import { clientAddress } from '../../http/request/client-address.js';
import type { GatewayRequest } from '../../http/request/request-context.js';

/** From where someone signs in. */
export function surroundingsOf(request: GatewayRequest): Surroundings & { requestId: string } {
  const address = clientAddress(request);
  const agent = request.get('user-agent');
  return {
    requestId: request.context.requestId,
    ...(address !== undefined && { address }),
    ...(agent !== undefined && { agent }),
  };
}

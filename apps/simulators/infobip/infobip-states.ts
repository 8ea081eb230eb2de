/** States of a message that the simulator gives, by id (Infobip, "Response status and error codes"). */
const STATES: Readonly<Record<number, readonly [name: string, description: string]>> = {
  4: ['UNDELIVERABLE_REJECTED_OPERATOR', 'Message rejected by operator'],
  5: ['DELIVERED_TO_HANDSET', 'Message delivered to handset'],
  6: ['REJECTED_NETWORK', 'Network is forbidden'],
  8: ['REJECTED_PREFIX_MISSING', 'Number prefix missing'],
  9: ['UNDELIVERABLE_NOT_DELIVERED', 'Message sent not delivered'],
  10: ['REJECTED_DND', 'Destination in DND list'],
  11: ['REJECTED_SOURCE', 'Invalid source address'],
  12: ['REJECTED_NOT_ENOUGH_CREDITS', 'Not enough credits'],
  13: ['REJECTED_SENDER', 'Sender blocklisted'],
  14: ['REJECTED_DESTINATION_BLOCKLISTED', 'Destination blocklisted'],
  15: ['EXPIRED_EXPIRED', 'Message expired'],
  17: ['REJECTED_PREPAID_PACKAGE_EXPIRED', 'Prepaid package expired'],
  18: ['REJECTED_DESTINATION_NOT_REGISTERED', 'Destination not registered'],
  19: ['REJECTED_ROUTE_NOT_AVAILABLE', 'Route not available'],
  20: ['REJECTED_FLOODING_FILTER', 'Rejected flooding'],
  21: ['REJECTED_SYSTEM_ERROR', 'System error'],
  23: ['REJECTED_DUPLICATE_MESSAGE_ID', 'Rejected duplicate message ID'],
  24: ['REJECTED_INVALID_UDH', 'Rejected invalid UDH'],
  25: ['REJECTED_MESSAGE_TOO_LONG', 'Rejected message too long'],
  26: ['PENDING_ACCEPTED', 'Message sent to next instance'],
  29: ['EXPIRED_DLR_UNKNOWN', 'Delivery report unknown'],
  31: ['UNDELIVERABLE_NOT_SENT', 'Message not sent'],
  51: ['MISSING_TO', 'Missing destination'],
  52: ['REJECTED_DESTINATION', 'Invalid destination address'],
  87: ['SIGNALS_BLOCKED', 'Rejected by the anti-fraud mechanism'],
};
const GROUPS = { PENDING: 1, UNDELIVERABLE: 2, DELIVERED: 3, EXPIRED: 4, REJECTED: 5 } as const;

const ERRORS: Readonly<Record<number, readonly [description: string, action: string]>> = {
  400: ['Request cannot be processed.', 'Check the syntax, violations and adjust the request.'],
  401: [
    'The request lacks valid authentication credentials for the requested resource.',
    'Check the resources and adjust authentication credentials.',
  ],
  403: [
    'Insufficient permissions to access the requested resource.',
    'Repeat the request with new or different credentials.',
  ],
  404: ['Requested resource not found.', 'Check the path.'],
  429: ['Too many requests sent.', 'Check request rate limit specified in the API endpoint documentation resource.'],
};
const OTHER_ERROR = ['Something went wrong.', 'Contact the support.'] as const;

/** A violation of the reference by a request. */
export interface Violation {
  property: string;
  violation: string;
}

/** The `status` of a message. */
export function stateOf(id: number): object {
  const [name, description] = STATES[id] ?? ['REJECTED', 'Rejected'];
  const groupName =
    (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).find((group) => name.startsWith(group)) ?? 'REJECTED';
  return { groupId: GROUPS[groupName], groupName, id, name, description };
}

/** The body of an HTTP error, as version 3 has it. */
export function errorOf(status: number, violations: readonly Violation[] = []): object {
  const [description, action] = ERRORS[status] ?? OTHER_ERROR;
  return { errorCode: `E${status}`, description, action, violations, resources: [] };
}

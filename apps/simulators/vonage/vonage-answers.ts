import type { Reply, RequestOutcome } from '../server/exchange.js';

/** "Absent Subscriber - Temporary". */
export const ABSENT = '2';

const ERRORS: Readonly<Record<string, string>> = {
  1: 'Throttled',
  2: 'Missing api_key, from, to or text',
  3: 'Invalid parameter',
  4: 'Bad Credentials',
  5: 'Internal Error',
  6: 'Invalid message',
  7: 'Number barred',
  8: 'Partner account barred',
  9: 'Quota Exceeded - rejected',
  10: 'Too many existing binds',
  11: 'Account not enabled for HTTP',
  12: 'Message too long',
  14: 'Invalid signature',
  15: 'Invalid sender address',
  29: 'Non White-listed Destination - rejected',
  33: 'Number de-activated',
};

export function toError(status: string, to?: string): object {
  const text = ERRORS[status] ?? 'Unknown error';
  return { 'message-count': '1', messages: [{ ...(to && { to }), status, 'error-text': text }] };
}

export function refused(code: string): RequestOutcome {
  return { kind: 'refused', reply: json(200, toError(code)) };
}

export function json(status: number, body: object, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

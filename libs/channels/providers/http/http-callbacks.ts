import { isWebhookSignedBy, WEBHOOK_TOLERANCE_MS } from '#platform/crypto';
import { parseJson, toJsonObject } from '#platform/collections';
import type { DeliveryReport, ProviderCallbacks } from '../../provider/callback.types.js';
import { readTime } from '../../provider/reported-time.js';
import { simulatedName, type HttpCredentials } from './http-credentials.js';

/**
 * Callbacks of a service: JSON, signed with the secret of the account. A report is `{ status, to, code, dead, optedOut }`,
 * an inbound message `{ from, text, at }`, which `webhook-id` identifies.
 */
export const HTTP_CALLBACKS: ProviderCallbacks<HttpCredentials> = {
  maxAgeMs: WEBHOOK_TOLERANCE_MS,
  subscribe: (credentials, url) => ['/http-place', { account: simulatedName(credentials), url }],

  read({ secret }, { headers, body }) {
    const text = body.toString('utf8');
    if (!isWebhookSignedBy(secret, headers, text)) {
      return undefined;
    }
    const { status, to, from, text: words, id, at, ...more } = toJsonObject(parseJson(text));
    const messageId = headers['webhook-id'];
    const report = readReport(status, more);
    return {
      reports:
        report && typeof to === 'string'
          ? [{ address: to, report, ...(typeof id === 'string' && { messageId: id }) }]
          : [],
      inbound:
        typeof from === 'string' && typeof words === 'string'
          ? [
              {
                from,
                text: words,
                command: '',
                ...readTime(at),
                ...(typeof messageId === 'string' && { id: messageId }),
              },
            ]
          : [],
    };
  },
};

function readReport(status: unknown, { code, dead, optedOut }: Record<string, unknown>): DeliveryReport | undefined {
  const name = typeof code === 'string' ? code.slice(0, 100) : '';
  switch (status) {
    case 'delivered':
    case 'read':
      return { kind: status };
    case 'complaint':
      return { kind: 'complaint', code: name };
    case 'undelivered': {
      const fate = optedOut === true ? 'opted-out' : dead === true ? 'dead' : 'stays';
      const reason = fate === 'opted-out' ? 'OPTED_OUT' : fate === 'dead' ? 'INVALID_ADDRESS' : 'UNREACHABLE';
      return { kind: 'undelivered', code: name, reason, fate };
    }
    default:
      return status === undefined ? undefined : { kind: 'notice' };
  }
}

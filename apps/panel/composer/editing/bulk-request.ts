import type { ComposedCampaign } from '../../api/compose/message.js';

/** Why there is no request: `mail` is made by the server, and groups stand in segments alone. */
export type NoRequest = 'mail' | 'groups';

/** A request of the interface. @property operation  its last part of the path */
export interface ComposedRequest {
  operation: 'sendBulkNotification' | 'campaigns';
  body: object;
}

/** The request of a campaign with one content or several, or why there is none. */
export function requestOf(campaign: ComposedCampaign): ComposedRequest | NoRequest {
  const { others = [], reach, within, preferredBy, ...first } = campaign;
  if (others.length === 0) {
    const body = bulkRequestOf(first);
    return typeof body === 'string' ? body : { operation: 'sendBulkNotification', body };
  }
  const { mail: _mail, ...shared } = first;
  const refused = [first, ...others].map((content) => bulkRequestOf({ ...shared, ...content }));
  const reason = refused.find((answer) => typeof answer === 'string');
  if (reason !== undefined) {
    return reason;
  }
  const { message, target, schedule, speed, limit, options: choices } = first;
  const contents = [message, ...others.map((other) => other.message)];
  const options = { ...choices, ...(speed && { speed }), ...(limit !== undefined && { limit }) };
  return {
    operation: 'campaigns',
    body: {
      title: message.title,
      target,
      contents: contents.map(({ title: _title, ...content }) => content),
      reach,
      ...(within !== undefined && { within }),
      ...(preferredBy !== undefined && { preferredBy }),
      ...(schedule && { schedule }),
      ...(Object.keys(options).length > 0 && { options }),
    },
  };
}

/** The body that `sendBulkNotification` takes for a campaign with one content, or why there is none. */
export function bulkRequestOf({ mail, message, target, ...rest }: ComposedCampaign): object | NoRequest {
  if (mail !== undefined) {
    return 'mail';
  }
  if (['all', 'any', 'none'].some((group) => group in target)) {
    return 'groups';
  }
  return { message, target, ...rest };
}

/** The request for a shell; the address and the key are variables of it. */
export function curlOf({ operation, body }: ComposedRequest): string {
  // A quote ends a quoted text of a shell, so it stands outside.
  const text = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
  return [
    `curl "$HERALD_URL/rest/3.0/${operation}" \\`,
    `  -H "X-svc-api-key: $HERALD_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${text}'`,
  ].join('\n');
}

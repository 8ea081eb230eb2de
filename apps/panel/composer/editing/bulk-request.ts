import type { ComposedCampaign } from '../../api/compose/message.js';

/** Why there is no request: `mail` is made by the server, and groups stand in segments alone. */
export type NoRequest = 'mail' | 'groups';

/** The body that `sendBulkNotification` takes for a campaign, or why there is none. */
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
export function curlOf(body: object): string {
  // A quote ends a quoted text of a shell, so it stands outside.
  const text = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
  return [
    `curl "$HERALD_URL/rest/3.0/sendBulkNotification" \\`,
    `  -H "X-svc-api-key: $HERALD_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${text}'`,
  ].join('\n');
}

import type { Reply } from '../server/exchange.js';

/** HTTP status and title of the errors that differ from 400 (Meta, "WhatsApp error codes"). */
const ERRORS: Readonly<Record<string, readonly [status: number, title: string]>> = {
  0: [401, 'AuthException'],
  2: [503, 'API Service'],
  3: [500, 'API Method'],
  4: [429, 'API Too Many Calls'],
  10: [403, 'Permission Denied'],
  100: [400, 'Invalid parameter'],
  190: [401, 'Error validating access token: the session is invalid'],
  200: [403, 'API Permission'],
  368: [403, 'Temporarily blocked for policies violations'],
  80007: [429, 'Rate limit issues'],
  130429: [429, 'Rate limit hit'],
  130472: [400, "User's number is part of an experiment"],
  130497: [403, 'Business account is restricted from messaging users in this country'],
  131000: [500, 'Something went wrong'],
  131005: [403, 'Access denied'],
  131008: [400, 'Required parameter is missing'],
  131009: [400, 'Parameter value is not valid'],
  131016: [500, 'Service unavailable'],
  131021: [400, 'Recipient cannot be sender'],
  131026: [400, 'Message undeliverable'],
  131031: [403, 'Account has been locked'],
  131042: [400, 'Business eligibility payment issue'],
  131047: [400, 'Re-engagement message'],
  131048: [429, 'Spam rate limit hit'],
  131049: [400, 'This message was not delivered to maintain healthy ecosystem engagement'],
  131050: [400, 'User has stopped receiving marketing messages from your business'],
  131051: [400, 'Unsupported message type'],
  131053: [400, 'Media upload error'],
  131056: [429, '(Business Account, Consumer Account) pair rate limit hit'],
  131057: [500, 'Account in maintenance mode'],
  132000: [400, 'Number of parameters does not match the expected number of params'],
  132001: [404, 'Template name does not exist in the translation'],
  132012: [400, 'Parameter format does not match format in the created template'],
  132015: [400, 'Template is paused'],
  132016: [400, 'Template is disabled'],
  133004: [500, 'Server is temporarily unavailable'],
  133010: [400, 'Phone number not registered'],
};

export function titleOf(code: string): string {
  return ERRORS[code]?.[1] ?? 'Unknown error';
}

/** An error of the Graph API. @param status  in place of the documented one */
export function graphError(
  code: string,
  details: string,
  status?: number,
  headers: Record<string, string> = {},
): Reply {
  const [documented = 400, title = 'Unknown error'] = ERRORS[code] ?? [];
  return json(
    status ?? documented,
    {
      error: {
        message: `(#${code}) ${title}`,
        type: 'OAuthException',
        code: Number(code),
        error_data: { messaging_product: 'whatsapp', details },
        fbtrace_id: 'simulated',
      },
    },
    headers,
  );
}

export function json(status: number, body: object, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

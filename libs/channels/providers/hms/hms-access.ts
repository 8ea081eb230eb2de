import { parseJson, toJsonObject } from '#platform/collections';
import { toProviderWords } from '../../faults/provider-words.js';
import { AccessRefusedError, AccessToken, type FetchedToken } from '../../provider/access-token.js';
import type { Account } from '../../sender/channels.types.js';
import { askOverHttp1 } from '../../transport/http1-question.js';
import type { HmsCredentials } from './hms-credentials.js';

const TOKEN_HOST = 'https://oauth-login.cloud.huawei.com';
const TOKEN_PATH = '/oauth2/v3/token';

/** The access token of an app (Huawei, "OAuth 2.0-based authentication", client credentials mode). It lives for an hour. */
export function createHmsAccess(account: Account<'hms', HmsCredentials>, deadlineMs: number): AccessToken {
  return new AccessToken(() => fetchToken(account), deadlineMs);
}

async function fetchToken({ credentials, origin }: Account<'hms', HmsCredentials>): Promise<FetchedToken> {
  const { clientId, clientSecret } = credentials;
  const place = origin ? `https://${origin.host}:${origin.port}` : TOKEN_HOST;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const { status, text } = await askOverHttp1(place, origin ? { ca: origin.ca } : {}, {
    method: 'POST',
    path: TOKEN_PATH,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
  });
  const { access_token: token, expires_in: seconds } = toJsonObject(parseJson(text));
  if (status === 200 && typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) && typeof seconds === 'number') {
    return { access_token: token, expires_in: seconds };
  }
  const words = toProviderWords(`${status} ${text}`, [clientSecret]);
  if (status >= 400 && status < 500 && status !== 429) {
    throw new AccessRefusedError(`OAUTH_${status}`, words);
  }
  throw Object.assign(new Error(words), { code: `OAUTH_${status}` });
}

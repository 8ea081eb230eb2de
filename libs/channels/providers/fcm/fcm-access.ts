import { Agent } from 'node:https';
import type * as firebase from 'firebase-admin/app';
import type * as google from 'google-auth-library';
import { loadOnUse } from '#platform/start';
import { toErrorWords, toProviderWords } from '../../faults/provider-words.js';
import { AccessRefusedError, AccessToken, type FetchedToken } from '../../provider/access-token.js';
import type { Account } from '../../sender/channels.types.js';
import type { FcmCredentials } from './fcm-credentials.js';

type Credential = firebase.Credential;

const loadFirebase = loadOnUse((require) => require('firebase-admin/app') as typeof firebase);
const loadGoogle = loadOnUse((require) => require('google-auth-library') as typeof google);

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';

/** The access token of one service account, which firebase-admin fetches. */
export class FcmAccess extends AccessToken {
  constructor(credential: () => Credential, deadlineMs: number, now?: () => number) {
    super(() => fetchToken(credential), deadlineMs, now);
  }
}

async function fetchToken(credential: () => Credential): Promise<FetchedToken> {
  try {
    return await credential().getAccessToken();
  } catch (error) {
    const status = readStatus(error);
    const isRefused = status >= 400 && status < 500 && status !== 429;
    throw isRefused ? new AccessRefusedError(`OAUTH_${status}`, readWords(error), error) : error;
  }
}

/**
 * The credential of an account. firebase-admin checks the service account and serves the live one. Its `cert(object)`
 * always connects to Google's token endpoint. A simulated account uses the client that firebase-admin itself uses, with
 * an agent that connects to the simulator.
 *
 * @throws AccessRefusedError when the service account is incomplete or its key is unreadable
 */
export function createCredential({ credentials, origin }: Account<'fcm', FcmCredentials>): Credential {
  const { project_id: projectId, client_email: clientEmail, private_key: privateKey } = credentials.serviceAccount;
  let live: Credential;
  try {
    live = loadFirebase().cert({ projectId, clientEmail, privateKey });
  } catch (error) {
    throw new AccessRefusedError('SERVICE_ACCOUNT', toErrorWords(error), error);
  }
  if (origin === undefined) {
    return live;
  }
  const agent = new Agent({ host: origin.host, port: origin.port, ca: origin.ca });
  const { JWT } = loadGoogle();
  const client = new JWT({ email: clientEmail, key: privateKey, scopes: SCOPE, transporterOptions: { agent } });
  return {
    getAccessToken: async () => {
      const { token } = await client.getAccessToken();
      const endsAt = client.credentials.expiry_date ?? 0;
      return { access_token: token ?? '', expires_in: Math.floor((endsAt - Date.now()) / 1000) };
    },
  };
}

/** Reads the error text of Google, or what is wrong with the key. */
function readWords(error: unknown): string {
  return readAnswer(error) || toErrorWords(error);
}

/** Google's answer in an error of its library, which has it as `response.data`. */
function readAnswer(error: unknown): string {
  const response: unknown = typeof error === 'object' && error !== null && 'response' in error ? error.response : null;
  const data: unknown = typeof response === 'object' && response !== null && 'data' in response ? response.data : null;
  return data === null ? '' : toProviderWords(typeof data === 'string' ? data : JSON.stringify(data));
}

function readStatus(error: unknown): number {
  const status: unknown = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return Number(status ?? 0);
}

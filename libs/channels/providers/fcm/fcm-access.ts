import { Agent } from 'node:https';
import { cert, type Credential } from 'firebase-admin/app';
import { JWT } from 'google-auth-library';
import { withTimeout } from '#platform/async';
import { toErrorWords, toProviderWords } from '../../faults/provider-words.js';
import type { Account } from '../../sender/channels.types.js';
import type { FcmCredentials } from './fcm-credentials.js';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
/** A new token is fetched when less than this is left of the old one. */
const RENEW_BEFORE_END_MS = 5 * 60_000;
/** A token that is refused at a lower age is not replaced: another would be refused too. */
const MIN_RENEWAL_AGE_MS = 60_000;

/** Google refused the service account itself: waiting does not help. */
export class AccessRefusedError extends Error {
  constructor(
    readonly code: string,
    cause: unknown,
  ) {
    super('Google gave no access token', { cause });
    this.name = 'AccessRefused';
  }

  /** What Google said, or what is wrong with the key. */
  get words(): string {
    return readAnswer(this.cause) || toErrorWords(this.cause);
  }
}

/**
 * The access token of one service account. Concurrent callers share one request for it. It is used until five minutes
 * before its end.
 */
export class FcmAccess {
  private current = '';
  private createdAt = 0;
  private endsAt = 0;
  private fetching: Promise<void> | undefined;

  /** @param deadlineMs  a request without an answer is given up after this time, so that the next can start */
  constructor(
    private readonly credential: () => Credential,
    private readonly deadlineMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Value of the `authorization` header; '' before the first `refresh`. */
  get authorization(): string {
    return this.current;
  }

  /**
   * Fetches a token unless the current one lives for a while.
   *
   * @throws AccessRefusedError when Google refuses the account, else the error of the connection
   */
  async refresh(): Promise<void> {
    if (this.now() >= this.endsAt - RENEW_BEFORE_END_MS) {
      this.fetching ??= this.fetch().finally(() => {
        this.fetching = undefined;
      });
      await this.fetching;
    }
  }

  /**
   * Called after a 401 to `used`. Fetches another token unless that has happened already.
   *
   * @returns false when the refused token is so young that another would be refused too
   * @throws as `refresh`
   */
  async renew(used: string): Promise<boolean> {
    if (this.current === used) {
      if (this.now() - this.createdAt < MIN_RENEWAL_AGE_MS) {
        return false;
      }
      this.endsAt = 0;
      await this.refresh();
    }
    return true;
  }

  private async fetch(): Promise<void> {
    try {
      const { access_token: token, expires_in: seconds } = await withTimeout(
        this.deadlineMs,
        this.credential().getAccessToken(),
      );
      this.current = `Bearer ${token}`;
      this.createdAt = this.now();
      this.endsAt = this.createdAt + seconds * 1000;
    } catch (error) {
      const status = readStatus(error);
      throw status >= 400 && status < 500 && status !== 429 ? new AccessRefusedError(`OAUTH_${status}`, error) : error;
    }
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
    live = cert({ projectId, clientEmail, privateKey });
  } catch (error) {
    throw new AccessRefusedError('SERVICE_ACCOUNT', error);
  }
  if (origin === undefined) {
    return live;
  }
  const agent = new Agent({ host: origin.host, port: origin.port, ca: origin.ca });
  const client = new JWT({ email: clientEmail, key: privateKey, scopes: SCOPE, transporterOptions: { agent } });
  return {
    getAccessToken: async () => {
      const { token } = await client.getAccessToken();
      const endsAt = client.credentials.expiry_date ?? 0;
      return { access_token: token ?? '', expires_in: Math.floor((endsAt - Date.now()) / 1000) };
    },
  };
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

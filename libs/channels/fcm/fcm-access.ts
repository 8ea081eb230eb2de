import { Agent } from 'node:https';
import { cert, type Credential } from 'firebase-admin/app';
import { JWT } from 'google-auth-library';
import type { Account } from '../sender/channels.types.js';
import { withTimeout } from '#platform/async';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
/** A new token is fetched when the old one has less than this left. */
const RENEW_BEFORE_END_MS = 5 * 60_000;
/** A token that is refused sooner than this after its making is not worth a second one. */
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
}

/**
 * The access token of one service account: fetched once for all who wait, kept until five minutes before its end.
 */
export class FcmAccess {
  private current = '';
  private createdAt = 0;
  private endsAt = 0;
  private fetching: Promise<void> | undefined;

  /** @param deadlineMs  an exchange without an end is given up after this time, so that the next may begin */
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
   * Makes sure that a token is there that lives for a while.
   *
   * @throws AccessRefused when Google refuses the account, else what the connection failed of
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
   * After a 401 to `used`: fetches another token unless that has happened already.
   *
   * @returns false when the refused token is too young for another to fare better
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
 * The account's credential. firebase-admin checks the service account and serves the live one. Its `cert(object)` talks to
 * Google's token endpoint only, whatever agent it is given, so a simulated account uses the client that firebase-admin
 * itself uses, with an agent that leads to the simulator.
 *
 * @throws AccessRefused when the service account is incomplete or its key is no key
 */
export function createCredential({ credentials, origin }: Account<'fcm'>): Credential {
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

function readStatus(error: unknown): number {
  const status: unknown = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return Number(status ?? 0);
}

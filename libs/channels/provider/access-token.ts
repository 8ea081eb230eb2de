import { withTimeout } from '#platform/async';
import { toErrorWords } from '../faults/provider-words.js';
import type { BatchOutcomes } from '../sender/batch-outcomes.js';
import type { AccountFault } from '../sender/channels.types.js';
import { failureCode } from '../transport/transport-failure.js';

/** A new token is fetched when less than this is left of the old one. */
const RENEW_BEFORE_END_MS = 5 * 60_000;
/** A token that is refused at a lower age is not replaced: another would be refused too. */
const MIN_RENEWAL_AGE_MS = 60_000;

/** The provider refused the credentials themselves: waiting does not help. */
export class AccessRefusedError extends Error {
  /** @param words  what the provider said, without secrets, or what is wrong with the key */
  constructor(
    readonly code: string,
    readonly words: string,
    cause?: unknown,
  ) {
    super('The provider gave no access token', { cause });
    this.name = 'AccessRefused';
  }
}

/** A token as an OAuth 2.0 endpoint gives it (RFC 6749, section 5.1). */
export interface FetchedToken {
  access_token: string;
  /** Seconds. */
  expires_in: number;
}

/**
 * The access token of one account. Concurrent callers share one request for it. It is used until five minutes before its
 * end.
 */
export class AccessToken {
  private current = '';
  private createdAt = 0;
  private endsAt = 0;
  private fetching: Promise<void> | undefined;

  /**
   * @param fetchToken  throws `AccessRefusedError` when the provider refuses the account
   * @param deadlineMs  a request without an answer is given up after this time, so that the next can start
   */
  constructor(
    private readonly fetchToken: () => Promise<FetchedToken>,
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
   * @throws AccessRefusedError when the provider refuses the account, else the error of the connection
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
   * Called after `used` was refused. Fetches another token unless that has happened already.
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
    const { access_token: token, expires_in: seconds } = await withTimeout(this.deadlineMs, this.fetchToken());
    this.current = `Bearer ${token}`;
    this.createdAt = this.now();
    this.endsAt = this.createdAt + seconds * 1000;
  }
}

/** Why no access token came, as the fault of an account. */
export function toAccessFault(error: unknown, secrets: readonly string[] = []): AccountFault {
  return error instanceof AccessRefusedError
    ? { code: error.code, why: 'AUTH', words: error.words }
    : { code: failureCode(error), why: 'PROVIDER_UNAVAILABLE', words: toErrorWords(error, secrets) };
}

/** Ends a message that cannot be sent for want of an access token. */
export function recordMissingToken(outcomes: BatchOutcomes, index: number, error: unknown): void {
  const fault = toAccessFault(error);
  if (error instanceof AccessRefusedError) {
    outcomes.pauseAccount(fault);
  }
  if (outcomes.isPaused) {
    outcomes.recordPaused(index);
  } else {
    outcomes.recordUnsent(index, fault.code, fault.words);
  }
}

import { AppError, type Refusal } from '#platform/errors';

/** Why someone has no session, for the screen and for the audit log. */
const REASONS = {
  expired: 'The way to the provider took too long, began in another browser, or was gone already',
  denied: 'The provider did not sign you in',
  provider: 'The provider does not answer',
  token: 'The answer of the provider is not right',
  groups: 'None of your groups has a role here',
  ended: 'The member may not sign in any more',
  stale: 'The provider did not ask again who you are',
  other: 'The provider signed somebody else in',
  connected: 'The account belongs to another member, or the member has another one',
} as const;
export type OidcReason = keyof typeof REASONS;

/** A sign-in with the provider that comes to nothing. @property cause  for the log; it may name what the provider said */
export class OidcRefused extends AppError {
  constructor(
    readonly reason: OidcReason,
    cause?: unknown,
  ) {
    super(refusalOf(reason), REASONS[reason], { cause });
  }

  /** The page where the sign-in began, as far as that is known: the page shows the reason there. */
  returnTo: string | undefined;

  from(returnTo: string): this {
    this.returnTo = returnTo;
    return this;
  }
}

/** An answer that no one here waits for is no try to sign in: pages of others can send a browser with one. */
function refusalOf(reason: OidcReason): Refusal {
  return reason === 'provider' ? 'provider_away' : reason === 'expired' ? 'wrong_state' : 'unauthenticated';
}

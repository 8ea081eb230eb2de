import { createHmac, timingSafeEqual } from 'node:crypto';
import { LruCache } from '#platform/collections';
import type { ProviderRequest, Reply } from '../server/exchange.js';
import { nowSeconds, parseJwt, type Jwt } from '../server/jwt.js';
import { isSignedBy, KnownCredentials } from '../server/known-credentials.js';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const CACHE_SIZE = 1000;
const LIFE_SECONDS = 3599;
const MAX_ASSERTION_LIFE_SECONDS = 3600;
const CLOCK_SKEW_SECONDS = 300;
/** Present and past values of `aud` in Google's libraries. */
const AUDIENCES = [
  'https://oauth2.googleapis.com/token',
  'https://www.googleapis.com/oauth2/v4/token',
  'https://accounts.google.com/o/oauth2/token',
];

/**
 * Google's token endpoint for service accounts (RFC 7523, "Using OAuth 2.0 for server to server applications"). Access
 * tokens contain their expiry and a signature, so nothing is stored and tokens stay valid after a restart.
 */
export class GoogleOauth {
  private readonly checked = new LruCache<string, { until: number }>({
    max: CACHE_SIZE,
    memoMethod: (authorization) => ({ until: this.readExpiry(authorization) }),
  });
  private issuedCount = 0;
  /** Tokens issued before this second are expired. */
  private validFrom = 0;

  /** @param secret  signs access tokens; unchanged by a restart */
  constructor(
    private readonly secret: string,
    private readonly credentials = new KnownCredentials(),
  ) {}

  isTokenPath(path: string): boolean {
    return path === '/token' || path === '/o/oauth2/token';
  }

  /** Exchanges a signed assertion for an access token. It checks the signature where the key is known. */
  exchange(request: ProviderRequest): Reply {
    if (request.method !== 'POST') {
      return oauthError(405, 'invalid_request', 'Only POST is supported.');
    }
    const form = new URLSearchParams(request.body.toString('utf8'));
    if (form.get('grant_type') !== GRANT_TYPE) {
      return oauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`);
    }
    const jwt = parseJwt(form.get('assertion') ?? '');
    const fault = jwt === undefined ? 'Bad Request' : (this.checkAccount(jwt) ?? checkAssertion(jwt, request.host));
    if (fault !== undefined) {
      return oauthError(400, 'invalid_grant', fault);
    }
    this.issuedCount += 1;
    const until = nowSeconds() + LIFE_SECONDS;
    return json(200, {
      access_token: `ya29.${until}.${this.sign(until)}`,
      expires_in: LIFE_SECONDS,
      token_type: 'Bearer',
    });
  }

  /** True where `authorization` has a valid access token of this endpoint. */
  accepts(authorization: string | undefined): boolean {
    if (authorization === undefined) {
      return false;
    }
    const { until } = this.checked.memo(authorization);
    return until > nowSeconds() && until - LIFE_SECONDS >= this.validFrom;
  }

  /** Expires every token issued before this second. @returns the number of tokens issued since the last call */
  endTokens(): number {
    const { issuedCount: issued } = this;
    this.issuedCount = 0;
    this.validFrom = nowSeconds();
    return issued;
  }

  /** Google's words for a deleted service account, and for a revoked key. */
  private checkAccount(jwt: Jwt): string | undefined {
    const known = this.credentials.get('fcm');
    if (known && jwt.claims.iss !== known.clientEmail) {
      return 'Invalid grant: account not found';
    }
    return known && !isSignedBy(known.publicKey, jwt) ? 'Invalid JWT Signature.' : undefined;
  }

  /** Expiry of the token in seconds since 1970; 0 for a token of another issuer. */
  private readExpiry(authorization: string): number {
    const [, end, signature] = /^Bearer ya29\.(\d{1,12})\.([A-Za-z0-9_-]+)$/i.exec(authorization) ?? [];
    if (end === undefined || signature === undefined) {
      return 0;
    }
    const expected = Buffer.from(this.sign(Number(end)));
    const presented = Buffer.from(signature);
    return presented.length === expected.length && timingSafeEqual(presented, expected) ? Number(end) : 0;
  }

  private sign(until: number): string {
    return createHmac('sha256', this.secret).update(`access token ${until}`).digest('base64url');
  }
}

function checkAssertion({ header, claims, signature }: Jwt, host: string): string | undefined {
  const now = nowSeconds();
  const { iss, aud, iat, exp, scope } = claims;
  if (header.alg !== 'RS256' || signature.length < 128) {
    return 'Invalid JWT Signature.';
  }
  if (typeof iss !== 'string' || iss === '') {
    return 'Invalid JWT: iss is required.';
  }
  if (typeof scope !== 'string' || !/firebase\.messaging|cloud-platform/.test(scope)) {
    return 'Invalid OAuth scope or ID token audience provided.';
  }
  if (typeof aud !== 'string' || !(AUDIENCES.includes(aud) || aud === `https://${host}/token`)) {
    return 'Invalid JWT: Failed audience check.';
  }
  const timely =
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    exp > now - CLOCK_SKEW_SECONDS &&
    iat < now + CLOCK_SKEW_SECONDS &&
    exp - iat <= MAX_ASSERTION_LIFE_SECONDS;
  return timely
    ? undefined
    : 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.';
}

function oauthError(status: number, error: string, description: string): Reply {
  return json(status, { error, error_description: description });
}

function json(status: number, value: object): Reply {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) };
}

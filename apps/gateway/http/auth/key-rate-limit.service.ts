import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller, RateLimit } from '#libs/tenancy';
import { Config } from '#platform/config';
import { AppError } from '#platform/errors';
import { TokenBuckets } from './token-buckets.js';

/** Name of the policy in the headers. */
const POLICY = 'key';

/**
 * Limits the requests of a key: the limit of its application, else the configured one, else none. Each process counts for
 * itself, so that no request waits for a shared counter. With N gateways a key gets up to N times its limit.
 *
 * The header fields are those of draft-ietf-httpapi-ratelimit-headers-10: `RateLimit-Policy` says that `q` requests may
 * come in `w` seconds, `RateLimit` that `r` may follow at once and that in `t` seconds it will be `q` again.
 */
@Injectable()
export class KeyRateLimitService {
  private readonly buckets = new TokenBuckets();
  private readonly defaultLimit: RateLimit;

  constructor(config: Config) {
    const perSecond = config.RATE_LIMIT_PER_SECOND;
    this.defaultLimit = { perSecond, burst: Math.max(config.RATE_LIMIT_BURST, perSecond) };
  }

  /** Counts a request and sets the response headers of the limit. @throws AppError rate_limited */
  countRequest(caller: Caller, response: Response): void {
    const rate = caller.rateLimit ?? this.defaultLimit;
    if (rate.perSecond === 0) {
      return;
    }
    const result = this.buckets.consume(caller.keyId, rate, performance.now());
    const window = Math.ceil(rate.burst / rate.perSecond);
    response.setHeader('RateLimit-Policy', `"${POLICY}";q=${rate.burst};w=${window}`);
    response.setHeader('RateLimit', `"${POLICY}";r=${result.remaining};t=${result.resetSeconds}`);
    if (!result.isAllowed) {
      throw new AppError('rate_limited', `The API key may make ${rate.perSecond} requests a second`, {
        retryAfterSeconds: result.retryAfterSeconds,
      });
    }
  }
}

import { Injectable } from '@nestjs/common';
import { AccountRateRepository, type RateLimitRequest } from './account-rate.repository.js';

/**
 * The answer to a request.
 *
 * @property waitMs  granted: the messages may leave after this time; else the request may be repeated after it
 */
export interface RateLimitResult {
  isGranted: boolean;
  waitMs: number;
}

export interface RateLimiter {
  /** A request that is not granted takes nothing from the limit. */
  acquire(request: RateLimitRequest): Promise<RateLimitResult>;
}

/** Rate limits over all processes: of an account, of each of its senders, and of each recipient domain. */
@Injectable()
export class RateLimiterService implements RateLimiter {
  constructor(private readonly rates: AccountRateRepository) {}

  async acquire(request: RateLimitRequest): Promise<RateLimitResult> {
    const waitMs = await this.rates.acquire(request);
    return waitMs === undefined
      ? { isGranted: false, waitMs: await this.rates.getWaitMs(request) }
      : { isGranted: true, waitMs };
  }

  /** Messages a second that an account may send now. One request should cost no more. */
  async getRate(account: Pick<RateLimitRequest, 'accountId' | 'perSecond' | 'rampFrom'>): Promise<number> {
    return this.rates.getRate(account);
  }
}

import { Injectable } from '@nestjs/common';
import { AccountRateRepository, type RateLimitRequest } from './account-rate.repository.js';

/** Granted, a turn begins after `waitMs`; else nothing was taken, and it may be asked for again after that time. */
export interface RateLimitResult {
  isGranted: boolean;
  waitMs: number;
}

/** Decides when a message may leave. */
export interface RateLimiter {
  /** Asks for a turn. */
  acquire(request: RateLimitRequest): Promise<RateLimitResult>;
}

/** One pace for all processes: of an account, of each of its senders, of each domain that it writes to. */
@Injectable()
export class RateLimiterService implements RateLimiter {
  constructor(private readonly rates: AccountRateRepository) {}

  async acquire(request: RateLimitRequest): Promise<RateLimitResult> {
    const waitMs = await this.rates.acquire(request);
    return waitMs === undefined
      ? { isGranted: false, waitMs: await this.rates.getWaitMs(request) }
      : { isGranted: true, waitMs };
  }

  /** Messages a second at which an account stands now: a turn should cost no more. */
  async getRate(account: Pick<RateLimitRequest, 'accountId' | 'perSecond' | 'rampFrom'>): Promise<number> {
    return this.rates.getRate(account);
  }
}

import { Module } from '@nestjs/common';
import { AccountRateRepository } from './account-rate.repository.js';
import { DomainThrottleRepository } from './domain-throttle.repository.js';
import { RateLimiterService } from './rate-limiter.service.js';

@Module({
  providers: [AccountRateRepository, DomainThrottleRepository, RateLimiterService],
  exports: [DomainThrottleRepository, RateLimiterService],
})
export class RateLimitsModule {}

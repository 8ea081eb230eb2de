import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '#platform/config';
import { AllowedAddresses, PushServices } from '#platform/net';
import { providerOf } from './providers/registry.js';
import { AccountRateRepository } from './rate-limits/account-rate.repository.js';
import { DomainThrottleRepository } from './rate-limits/domain-throttle.repository.js';
import { RateLimiterService } from './rate-limits/rate-limiter.service.js';
import { SenderRegistryService } from './provider/sender-registry.service.js';
import { HTTP2_LIMITS } from './transport/http2-pool.js';

function createSenders(
  rateLimiter: RateLimiterService,
  throttles: DomainThrottleRepository,
  config: Config,
): SenderRegistryService {
  return new SenderRegistryService(providerOf, {
    rateLimiter,
    throttles,
    http2: { ...HTTP2_LIMITS, client: config.HTTP2_CLIENT },
    pushServices: new PushServices(config),
    relays: new AllowedAddresses(config.RELAY_NETWORKS),
  });
}

/** Provides the senders of all providers. On shutdown, messages in flight finish first. */
@Module({
  providers: [
    AccountRateRepository,
    DomainThrottleRepository,
    RateLimiterService,
    {
      provide: SenderRegistryService,
      useFactory: createSenders,
      inject: [RateLimiterService, DomainThrottleRepository, Config],
    },
  ],
  exports: [RateLimiterService, SenderRegistryService],
})
export class ChannelsModule implements OnApplicationShutdown {
  constructor(private readonly senders: SenderRegistryService) {}

  async onApplicationShutdown(): Promise<void> {
    await this.senders.close();
  }
}

import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { AccountRateRepository } from './rate-limits/account-rate.repository.js';
import { ApnsSender } from './apns/apns.sender.js';
import { DomainThrottleRepository } from './rate-limits/domain-throttle.repository.js';
import { FcmSender } from './fcm/fcm.sender.js';
import {
  SenderRegistryService,
  assertEveryChannelHasOneSender,
  type SenderList,
} from './sender/sender-registry.service.js';
import { RateLimiterService } from './rate-limits/rate-limiter.service.js';
import { SmsSender } from './sms/sms.sender.js';
import { SmtpSender } from './smtp/smtp.sender.js';
import { WebPushSender } from './web-push/web-push.sender.js';

function createSenders(rateLimiter: RateLimiterService, throttles: DomainThrottleRepository): SenderRegistryService {
  const senders: SenderList = [
    new ApnsSender(),
    new FcmSender(),
    new WebPushSender(),
    new SmtpSender(rateLimiter, throttles),
    new SmsSender(rateLimiter),
  ];
  assertEveryChannelHasOneSender(senders);
  return new SenderRegistryService(senders);
}

/** Provides `Senders`: everything that speaks to a provider. Shutting down lets what is in flight finish. */
@Module({
  providers: [
    AccountRateRepository,
    DomainThrottleRepository,
    RateLimiterService,
    {
      provide: SenderRegistryService,
      useFactory: createSenders,
      inject: [RateLimiterService, DomainThrottleRepository],
    },
  ],
  exports: [SenderRegistryService, RateLimiterService],
})
export class ChannelsModule implements OnApplicationShutdown {
  constructor(private readonly senders: SenderRegistryService) {}

  async onApplicationShutdown(): Promise<void> {
    await this.senders.close();
  }
}

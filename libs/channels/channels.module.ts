import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '#platform/config';
import { PushServices } from '#platform/net';
import { ApnsSender } from './apns/apns.sender.js';
import { FcmSender } from './fcm/fcm.sender.js';
import { DomainThrottleRepository } from './rate-limits/domain-throttle.repository.js';
import { RateLimiterService } from './rate-limits/rate-limiter.service.js';
import { RateLimitsModule } from './rate-limits/rate-limits.module.js';
import { SenderRegistryService } from './sender/sender-registry.service.js';
import { SmsSender } from './sms/sms.sender.js';
import { SmtpSender } from './smtp/smtp.sender.js';
import { HTTP2_LIMITS } from './transport/http2-pool.js';
import { WebPushSender } from './web-push/web-push.sender.js';

function createSenders(
  rateLimiter: RateLimiterService,
  throttles: DomainThrottleRepository,
  config: Config,
): SenderRegistryService {
  const http2 = { ...HTTP2_LIMITS, client: config.HTTP2_CLIENT };
  return new SenderRegistryService({
    apns: new ApnsSender(http2),
    fcm: new FcmSender(http2),
    webpush: new WebPushSender(new PushServices(config), throttles),
    smtp: new SmtpSender(rateLimiter, throttles),
    sms: new SmsSender(rateLimiter),
  });
}

/** Provides the senders of all channels. On shutdown, messages in flight finish first. */
@Module({
  imports: [RateLimitsModule],
  providers: [
    {
      provide: SenderRegistryService,
      useFactory: createSenders,
      inject: [RateLimiterService, DomainThrottleRepository, Config],
    },
  ],
  exports: [SenderRegistryService, RateLimitsModule],
})
export class ChannelsModule implements OnApplicationShutdown {
  constructor(private readonly senders: SenderRegistryService) {}

  async onApplicationShutdown(): Promise<void> {
    await this.senders.close();
  }
}

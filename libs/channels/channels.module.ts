import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { AccountPaceRepository } from './account-pace.repository.js';
import { ApnsSender } from './apns.sender.js';
import { DomainRestRepository } from './domain-rest.repository.js';
import { FcmSender } from './fcm.sender.js';
import { Senders, assertEveryChannelHasOneSender, type SenderList } from './senders.js';
import { Paces } from './paces.js';
import { SmsSender } from './sms.sender.js';
import { SmtpSender } from './smtp.sender.js';
import { WebPushSender } from './web-push.sender.js';

function makeSenders(pace: Paces, rests: DomainRestRepository): Senders {
  const all: SenderList = [
    new ApnsSender(),
    new FcmSender(),
    new WebPushSender(),
    new SmtpSender(pace, rests),
    new SmsSender(pace),
  ];
  assertEveryChannelHasOneSender(all);
  return new Senders(all);
}

/** Provides `Senders`: everything that speaks to a provider. Shutting down lets what is in flight finish. */
@Module({
  providers: [
    AccountPaceRepository,
    DomainRestRepository,
    Paces,
    { provide: Senders, useFactory: makeSenders, inject: [Paces, DomainRestRepository] },
  ],
  exports: [Senders, Paces],
})
export class ChannelsModule implements OnApplicationShutdown {
  constructor(private readonly senders: Senders) {}

  async onApplicationShutdown(): Promise<void> {
    await this.senders.close();
  }
}

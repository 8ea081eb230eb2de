import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { ApnsSender } from './apns.sender.js';
import { FcmSender } from './fcm.sender.js';
import { Senders, assertEveryChannelHasOneSender, type SenderList } from './senders.js';
import { SmsSender } from './sms.sender.js';
import { SmtpSender } from './smtp.sender.js';
import { WebPushSender } from './web-push.sender.js';

function makeSenders(): Senders {
  const all: SenderList = [new ApnsSender(), new FcmSender(), new WebPushSender(), new SmtpSender(), new SmsSender()];
  assertEveryChannelHasOneSender(all);
  return new Senders(all);
}

/** Provides `Senders`: everything that speaks to a provider. Shutting down lets what is in flight finish. */
@Module({ providers: [{ provide: Senders, useFactory: makeSenders }], exports: [Senders] })
export class ChannelsModule implements OnApplicationShutdown {
  constructor(private readonly senders: Senders) {}

  async onApplicationShutdown(): Promise<void> {
    await this.senders.close();
  }
}

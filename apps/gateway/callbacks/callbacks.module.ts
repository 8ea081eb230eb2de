import { Module } from '@nestjs/common';
import { InboundSmsService } from './inbound-sms.service.js';
import { SmsCallbacksController } from './sms-callbacks.controller.js';
import { TwilioRequestService } from './twilio-request.service.js';

/** Reports and messages that providers send in. */
@Module({ controllers: [SmsCallbacksController], providers: [InboundSmsService, TwilioRequestService] })
export class CallbacksModule {}

import { Module } from '@nestjs/common';
import { InboundMessageService } from './inbound-message.service.js';
import { ProviderCallbacksController } from './provider-callbacks.controller.js';
import { ProviderRequestService } from './provider-request.service.js';

/** Reports and messages that providers send in. */
@Module({ controllers: [ProviderCallbacksController], providers: [InboundMessageService, ProviderRequestService] })
export class CallbacksModule {}

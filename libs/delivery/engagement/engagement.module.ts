import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { DispatchesModule } from '../dispatches/dispatches.module.js';
import { RecipientParamsModule } from '../recipient-params/recipient-params.module.js';
import { CallbackUrlService } from './callback-url.service.js';
import { ClickRepository } from './click.repository.js';
import { ClickService } from './click.service.js';
import { LinkClickService } from './link-click.service.js';
import { LinkedMessageService } from './linked-message.service.js';
import { LinkTokenService } from './link-token.service.js';
import { ProviderCallbackRepository } from './provider-callback.repository.js';
import { ProviderCallbackService } from './provider-callback.service.js';
import { ReportedMessageService } from './reported-message.service.js';
import { ReturnPathService } from './return-path.service.js';

const SERVICES = [
  CallbackUrlService,
  ClickService,
  LinkClickService,
  LinkTokenService,
  ProviderCallbackService,
  ReportedMessageService,
  ReturnPathService,
];

@Module({
  imports: [DispatchesModule, RecipientParamsModule, TenancyModule, UsersModule],
  providers: [...SERVICES, ClickRepository, LinkedMessageService, ProviderCallbackRepository],
  exports: SERVICES,
})
export class EngagementModule {}

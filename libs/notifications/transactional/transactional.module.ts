import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { DeliveryModule } from '#libs/delivery';
import { UsersModule } from '#libs/users';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { AddressSendService } from './address-send.service.js';
import { TransactionalService } from './transactional.service.js';

@Module({
  imports: [AudienceModule, DefinitionsModule, DeliveryModule, UsersModule],
  providers: [AddressSendService, TransactionalService],
  exports: [AddressSendService, TransactionalService],
})
export class TransactionalModule {}

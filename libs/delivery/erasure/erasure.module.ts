import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { RecipientParamsModule } from '../recipient-params/recipient-params.module.js';
import { DeliveryErasureRepository } from './delivery-erasure.repository.js';
import { DeliveryErasureService } from './delivery-erasure.service.js';

@Module({
  imports: [AttachmentsModule, RecipientParamsModule],
  providers: [DeliveryErasureRepository, DeliveryErasureService],
  exports: [DeliveryErasureService],
})
export class ErasureModule {}

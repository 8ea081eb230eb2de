import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { DeliveryModule } from '#libs/delivery';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { DefinitionRepository } from './definition.repository.js';
import { NotificationsService } from './notifications.service.js';

@Module({
  imports: [TenancyModule, UsersModule, AudienceModule, DeliveryModule],
  providers: [DefinitionRepository, NotificationsService],
  exports: [NotificationsService],
})
export class NotificationsModule {}

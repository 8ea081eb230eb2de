import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { DeliveryModule } from '#libs/delivery';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { AccountReferencesService } from './account-references.service.js';
import { DefinitionReferencesService } from './definition-references.service.js';
import { DefinitionRepository } from './definition.repository.js';
import { NotificationDefinitionService } from './notification-definition.service.js';

@Module({
  imports: [AuditModule, CatalogueModule, DeliveryModule, TenancyModule, UsersModule],
  providers: [
    AccountReferencesService,
    DefinitionReferencesService,
    DefinitionRepository,
    NotificationDefinitionService,
  ],
  exports: [DefinitionReferencesService, DefinitionRepository, NotificationDefinitionService],
})
export class DefinitionsModule {}

import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { SealingModule } from '../sealing/sealing.module.js';
import { IdsModule } from '../ids/ids.module.js';
import { AttributeRepository } from './attribute.repository.js';
import { AttributeService } from './attribute.service.js';
import { AttributesSection } from './attributes.section.js';
import { RemovalRepository } from './removal.repository.js';
import { RemovalService } from './removal.service.js';
import { TextSealService } from './text-seal.service.js';

const PROVIDERS = [
  AttributeRepository,
  AttributeService,
  AttributesSection,
  RemovalRepository,
  RemovalService,
  TextSealService,
];

/** Attributes of users and their removal from all users. */
@Module({
  imports: [TenancyModule, IdsModule, SealingModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class AttributesModule {}

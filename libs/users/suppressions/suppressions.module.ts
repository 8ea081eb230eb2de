import { Module } from '@nestjs/common';
import { AttributesModule } from '../attributes/attributes.module.js';
import { SuppressionRepository } from './suppression.repository.js';
import { SuppressionService } from './suppression.service.js';

const PROVIDERS = [SuppressionRepository, SuppressionService];

/** Addresses that nothing is sent to. */
@Module({
  imports: [AttributesModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class SuppressionsModule {}

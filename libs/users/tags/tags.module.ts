import { Module } from '@nestjs/common';
import { TagRepository } from './tag.repository.js';
import { TagService } from './tag.service.js';

const PROVIDERS = [TagRepository, TagService];

/** Tags by name. */
@Module({
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class TagsModule {}

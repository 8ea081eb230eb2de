import { Module } from '@nestjs/common';
import { OptOutRepository } from './opt-out.repository.js';
import { UserRepository } from './user.repository.js';

const PROVIDERS = [OptOutRepository, UserRepository];

/** The rows of users. */
@Module({
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class StoreModule {}

import { Module } from '@nestjs/common';
import { UserRepository } from './user.repository.js';

/** The rows of users. */
@Module({
  providers: [UserRepository],
  exports: [UserRepository],
})
export class StoreModule {}

import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { SqlEngineModule } from '../sql-engine/sql-engine.module.js';
import { BehaviourUsersService } from './behaviour-users.service.js';

/** Finds users by what they did. */
@Module({
  imports: [UsersModule, SqlEngineModule],
  providers: [BehaviourUsersService],
  exports: [BehaviourUsersService],
})
export class BehaviourModule {}

import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { DispatchesModule } from '../dispatches/dispatches.module.js';
import { RecipientParamsRepository } from './recipient-params.repository.js';
import { RecipientParamsService } from './recipient-params.service.js';

@Module({
  imports: [UsersModule, DispatchesModule],
  providers: [RecipientParamsRepository, RecipientParamsService],
  exports: [RecipientParamsService],
})
export class RecipientParamsModule {}

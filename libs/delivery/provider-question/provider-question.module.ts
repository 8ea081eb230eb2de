import { Module } from '@nestjs/common';
import { ChannelsModule } from '#libs/channels';
import { UsersModule } from '#libs/users';
import { ProviderQuestionService } from './provider-question.service.js';
import { SameNumberRepository } from './same-number.repository.js';

@Module({
  imports: [ChannelsModule, UsersModule],
  providers: [ProviderQuestionService, SameNumberRepository],
  exports: [ProviderQuestionService],
})
export class ProviderQuestionModule {}

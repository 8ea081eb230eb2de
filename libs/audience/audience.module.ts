import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { AudienceRepository } from './audience.repository.js';
import { AudienceService } from './audience.service.js';

@Module({
  imports: [UsersModule],
  providers: [AudienceService, AudienceRepository],
  exports: [AudienceService],
})
export class AudienceModule {}

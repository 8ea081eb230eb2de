import { Module } from '@nestjs/common';
import { ApplicationRepository } from './application.repository.js';
import { ApplicationService } from './application.service.js';

@Module({
  providers: [ApplicationRepository, ApplicationService],
  exports: [ApplicationRepository, ApplicationService],
})
export class ApplicationsModule {}

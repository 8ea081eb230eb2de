import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { ProviderAccountRepository } from './provider-account.repository.js';
import { ProviderAccountService } from './provider-account.service.js';

@Module({
  imports: [AuditModule],
  providers: [ProviderAccountRepository, ProviderAccountService],
  exports: [ProviderAccountService],
})
export class ProviderAccountsModule {}

import { Module } from '@nestjs/common';
import { ProviderAccountRepository } from './provider-account.repository.js';
import { ProviderAccountService } from './provider-account.service.js';

@Module({ providers: [ProviderAccountRepository, ProviderAccountService], exports: [ProviderAccountService] })
export class ProviderAccountsModule {}

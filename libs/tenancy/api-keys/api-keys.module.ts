import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeyService } from './api-key.service.js';
import { AuthenticatorService } from './authenticator.service.js';
import { KeyRevocationService } from './key-revocation.service.js';
import { KeyUseRepository } from './key-use.repository.js';
import { KeyUseService } from './key-use.service.js';

@Module({
  imports: [AuditModule],
  providers: [
    ApiKeyRepository,
    ApiKeyService,
    AuthenticatorService,
    KeyRevocationService,
    KeyUseRepository,
    KeyUseService,
  ],
  exports: [ApiKeyRepository, ApiKeyService, AuthenticatorService],
})
export class ApiKeysModule {}

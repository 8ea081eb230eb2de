import { Module } from '@nestjs/common';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeyService } from './api-key.service.js';
import { AuthenticatorService } from './authenticator.service.js';
import { KeyRevocationService } from './key-revocation.service.js';

@Module({
  providers: [ApiKeyRepository, ApiKeyService, AuthenticatorService, KeyRevocationService],
  exports: [ApiKeyService, AuthenticatorService],
})
export class ApiKeysModule {}

import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { IdentityKeyRepository } from './identity-key.repository.js';
import { IdentityKeysSection } from './identity-keys.section.js';
import { IdentityTokenService } from './identity-token.service.js';

/** Keys of the servers that say who the user of a device is. */
@Module({
  imports: [ApplicationsModule],
  providers: [IdentityKeyRepository, IdentityKeysSection, IdentityTokenService],
  exports: [IdentityKeyRepository, IdentityKeysSection, IdentityTokenService],
})
export class IdentityKeysModule {}

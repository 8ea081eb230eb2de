import { Module } from '@nestjs/common';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { ApplicationsModule } from './applications/applications.module.js';
import { ApplyModule } from './apply/apply.module.js';
import { IdentityKeysModule } from './identity-keys/identity-keys.module.js';
import { ProviderAccountsModule } from './provider-accounts/provider-accounts.module.js';

/** Applications, API keys, provider accounts, and the file that describes them. */
@Module({
  imports: [ApiKeysModule, ApplicationsModule, ApplyModule, IdentityKeysModule, ProviderAccountsModule],
  exports: [ApiKeysModule, ApplicationsModule, ApplyModule, IdentityKeysModule, ProviderAccountsModule],
})
export class TenancyModule {}

import { Module } from '@nestjs/common';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { ApplicationsModule } from './applications/applications.module.js';
import { ApplyModule } from './apply/apply.module.js';
import { ProviderAccountsModule } from './provider-accounts/provider-accounts.module.js';

/** Applications, API keys, provider accounts, and the file that describes them. */
@Module({
  imports: [ApiKeysModule, ApplicationsModule, ApplyModule, ProviderAccountsModule],
  exports: [ApiKeysModule, ApplicationsModule, ApplyModule, ProviderAccountsModule],
})
export class TenancyModule {}

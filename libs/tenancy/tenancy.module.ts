import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountService } from './account.service.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeyService } from './api-key.service.js';
import { ApplicationRepository } from './application.repository.js';
import { ApplicationService } from './application.service.js';
import { ApplySections } from './apply-sections.js';
import { ApplyService } from './apply.service.js';
import { AuthenticatorService } from './authenticator.service.js';
import { KeyChanges } from './key-changes.service.js';
import { ProviderAccountRepository } from './provider-account.repository.js';

const SERVICES = [AccountService, ApiKeyService, ApplicationService, ApplySections, ApplyService, AuthenticatorService];

/** Applications, API keys, provider accounts, and the file that describes them. */
@Module({
  providers: [...SERVICES, ApiKeyRepository, ApplicationRepository, KeyChanges, ProviderAccountRepository],
  exports: SERVICES,
})
export class TenancyModule implements OnModuleInit {
  constructor(
    private readonly sections: ApplySections,
    private readonly applications: ApplicationService,
    private readonly keys: ApiKeyService,
    private readonly accounts: AccountService,
  ) {}

  onModuleInit(): void {
    for (const taker of [this.applications, this.keys, this.accounts]) {
      this.sections.register(taker);
    }
  }
}

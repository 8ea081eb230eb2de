import { Module, type OnModuleInit } from '@nestjs/common';
import { ProviderAccountService } from './provider-accounts/provider-account.service.js';
import { ApiKeyRepository } from './api-keys/api-key.repository.js';
import { ApiKeyService } from './api-keys/api-key.service.js';
import { ApplicationRepository } from './applications/application.repository.js';
import { ApplicationService } from './applications/application.service.js';
import { SectionRegistryService } from './apply/section-registry.service.js';
import { ApplyService } from './apply/apply.service.js';
import { AuthenticatorService } from './api-keys/authenticator.service.js';
import { KeyRevocationService } from './api-keys/key-revocation.service.js';
import { ProviderAccountRepository } from './provider-accounts/provider-account.repository.js';

const SERVICES = [
  ProviderAccountService,
  ApiKeyService,
  ApplicationService,
  SectionRegistryService,
  ApplyService,
  AuthenticatorService,
];

/** Applications, API keys, provider accounts, and the file that describes them. */
@Module({
  providers: [...SERVICES, ApiKeyRepository, ApplicationRepository, KeyRevocationService, ProviderAccountRepository],
  exports: SERVICES,
})
export class TenancyModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly applications: ApplicationService,
    private readonly keys: ApiKeyService,
    private readonly accounts: ProviderAccountService,
  ) {}

  onModuleInit(): void {
    for (const section of [this.applications, this.keys, this.accounts]) {
      this.sections.register(section);
    }
  }
}

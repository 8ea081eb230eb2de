import { Module, type OnModuleInit } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { ApiKeyRepository } from './api-keys/api-key.repository.js';
import { ApiKeyService } from './api-keys/api-key.service.js';
import { AuthenticatorService } from './api-keys/authenticator.service.js';
import { KeyRevocationService } from './api-keys/key-revocation.service.js';
import { KeyUseRepository } from './api-keys/key-use.repository.js';
import { KeyUseService } from './api-keys/key-use.service.js';
import { ApplicationRepository } from './applications/application.repository.js';
import { ApplicationService } from './applications/application.service.js';
import { ApplyService } from './apply/apply.service.js';
import { SectionEditService } from './apply/section-edit.service.js';
import { SectionRegistryService } from './apply/section-registry.service.js';
import { SetupService } from './apply/setup.service.js';
import { IdentityKeyRepository } from './identity-keys/identity-key.repository.js';
import { IdentityKeysSection } from './identity-keys/identity-keys.section.js';
import { IdentityTokenService } from './identity-keys/identity-token.service.js';
import { ProviderAccountRepository } from './provider-accounts/provider-account.repository.js';
import { ProviderAccountService } from './provider-accounts/provider-account.service.js';

const PROVIDERS = [
  ApiKeyRepository,
  ApiKeyService,
  AuthenticatorService,
  KeyRevocationService,
  KeyUseRepository,
  KeyUseService,
  ApplicationRepository,
  ApplicationService,
  ApplyService,
  SectionEditService,
  SectionRegistryService,
  SetupService,
  IdentityKeyRepository,
  IdentityKeysSection,
  IdentityTokenService,
  ProviderAccountRepository,
  ProviderAccountService,
];

/** Applications, API keys, provider accounts, and the file that describes them. */
@Module({ imports: [AuditModule], providers: PROVIDERS, exports: PROVIDERS })
export class TenancyModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly applications: ApplicationService,
    private readonly identityKeys: IdentityKeysSection,
    private readonly keys: ApiKeyService,
    private readonly accounts: ProviderAccountService,
  ) {}

  onModuleInit(): void {
    for (const section of [this.applications, this.identityKeys, this.keys, this.accounts]) {
      this.sections.register(section);
    }
  }
}

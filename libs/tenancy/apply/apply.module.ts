import { Module, type OnModuleInit } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { ApiKeyService } from '../api-keys/api-key.service.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { ApplicationService } from '../applications/application.service.js';
import { ApplicationsModule } from '../applications/applications.module.js';
import { IdentityKeysModule } from '../identity-keys/identity-keys.module.js';
import { IdentityKeysSection } from '../identity-keys/identity-keys.section.js';
import { ProviderAccountService } from '../provider-accounts/provider-account.service.js';
import { ProviderAccountsModule } from '../provider-accounts/provider-accounts.module.js';
import { ApplyService } from './apply.service.js';
import { SectionEditService } from './section-edit.service.js';
import { SectionRegistryService } from './section-registry.service.js';
import { SetupService } from './setup.service.js';

@Module({
  imports: [ApiKeysModule, ApplicationsModule, AuditModule, IdentityKeysModule, ProviderAccountsModule],
  providers: [ApplyService, SectionEditService, SectionRegistryService, SetupService],
  exports: [ApplyService, SectionEditService, SectionRegistryService, SetupService],
})
export class ApplyModule implements OnModuleInit {
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

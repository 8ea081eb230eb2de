import { Module, type OnModuleInit } from '@nestjs/common';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { CapCounterService } from './counting/cap-counter.service.js';
import { RecentMessagesRepository } from './counting/recent-messages.repository.js';
import { CapsSection } from './definitions/caps.section.js';
import { PolicyRepository } from './definitions/policy.repository.js';
import { PolicyService } from './definitions/policy.service.js';

/** Rules about how often, and when, users are written to. */
@Module({
  imports: [TenancyModule, UsersModule],
  providers: [CapCounterService, CapsSection, PolicyRepository, PolicyService, RecentMessagesRepository],
  exports: [CapCounterService, PolicyService],
})
export class ContactPolicyModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly caps: CapsSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.caps);
  }
}

import { Module, type OnModuleInit } from '@nestjs/common';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { CapCounterService } from './counting/cap-counter.service.js';
import { RecentMessagesRepository } from './counting/recent-messages.repository.js';
import { CapsSection } from './definitions/caps.section.js';
import { HOLDOUTS_REFERENCE, QUIET_REFERENCE, WINDOWS_REFERENCE } from './definitions/hours-reference.js';
import { PolicyRepository } from './definitions/policy.repository.js';
import { PolicyService } from './definitions/policy.service.js';
import { readHoldouts, readQuietHours, readSendWindows } from './definitions/read-hours.js';
import { RuleSection } from './definitions/rule.section.js';

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
    private readonly policies: PolicyRepository,
  ) {}

  onModuleInit(): void {
    const { policies } = this;
    this.sections.register(this.caps);
    this.sections.register(new RuleSection('quietHours', QUIET_REFERENCE, readQuietHours, policies));
    this.sections.register(new RuleSection('sendWindows', WINDOWS_REFERENCE, readSendWindows, policies));
    this.sections.register(new RuleSection('holdouts', HOLDOUTS_REFERENCE, readHoldouts, policies));
  }
}

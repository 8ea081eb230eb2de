import { Module, type OnModuleInit } from '@nestjs/common';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { DefinitionRepository } from './definition.repository.js';
import { DefinitionService } from './definition.service.js';
import { EventRepository } from './event.repository.js';
import { EventsSection } from './events.section.js';
import { EventsService } from './events.service.js';
import { UnmatchedRepository } from './unmatched.repository.js';

const SERVICES = [DefinitionService, EventsService];

/** What users do: definitions of events, and events. */
@Module({
  imports: [TenancyModule, UsersModule],
  providers: [...SERVICES, DefinitionRepository, EventRepository, EventsSection, UnmatchedRepository],
  exports: SERVICES,
})
export class EventsModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly events: EventsSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.events);
  }
}

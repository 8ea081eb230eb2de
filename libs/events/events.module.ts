import { Module, type OnModuleInit } from '@nestjs/common';
import { CatalogsModule, WatchFaultService, WatchPrivacyService } from '#libs/catalogs';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { EventDefinitionRepository } from './event-definition.repository.js';
import { EventDefinitionService } from './event-definition.service.js';
import { EventExportService } from './event-export.service.js';
import { EventHistoryService } from './event-history.service.js';
import { ConcernedPeopleService } from './item-events/concerned-people.service.js';
import { ItemEventRepository } from './item-events/item-event.repository.js';
import { ItemEventService } from './item-events/item-event.service.js';
import { EventTimeService } from './storing/event-time.service.js';
import { EventWriterService } from './storing/event-writer.service.js';
import { EventRepository } from './storing/event.repository.js';
import { EventsSection } from './events.section.js';
import { EventsService } from './events.service.js';
import { PastEventsRepository } from './storing/past-events.repository.js';
import { ItemMentionRepository } from './storing/item-mention.repository.js';
import { ItemMentionService } from './storing/item-mention.service.js';
import { PersonEventsService } from './storing/person-events.service.js';
import { UnmatchedEventRepository } from './storing/unmatched-event.repository.js';

const SERVICES = [
  EventDefinitionService,
  EventExportService,
  EventHistoryService,
  EventsService,
  ItemEventService,
  ItemMentionService,
  PastEventsRepository,
  PersonEventsService,
];

/** Events of users: definitions of events, and events. */
@Module({
  imports: [CatalogsModule, TenancyModule, UsersModule],
  providers: [
    ...SERVICES,
    ConcernedPeopleService,
    EventDefinitionRepository,
    EventRepository,
    EventTimeService,
    EventWriterService,
    EventsSection,
    ItemEventRepository,
    ItemMentionRepository,
    UnmatchedEventRepository,
  ],
  exports: SERVICES,
})
export class EventsModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly events: EventsSection,
    private readonly watchFaults: WatchFaultService,
    private readonly watchPrivacy: WatchPrivacyService,
    private readonly itemEvents: ItemEventService,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.events);
    this.watchFaults.register((...watch) => this.itemEvents.findFault(...watch));
    this.watchPrivacy.register((...watch) => this.itemEvents.readsPrivate(...watch));
  }
}

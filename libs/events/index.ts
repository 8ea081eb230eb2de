export { EventCatalogue } from './event-catalogue.js';
export { EventDefinitionService } from './event-definition.service.js';
export { EventExportService } from './event-export.service.js';
export { EventHistoryService, type PastEvent, type PastEventPage } from './event-history.service.js';
export type {
  EventAttribute,
  EventDefinition,
  FiredEvent,
  FiredRow,
  ResolvedEvent,
  ReportedEvent,
  UnmatchedName,
} from './model/event.types.js';
export { addProposal, proposeAttributes } from './event-proposal.js';
export { describeEvents } from './read-events.js';
export { EventsModule } from './events.module.js';
export { EventsService } from './events.service.js';
export type { PastEvents } from './storing/past-event-lists.js';
export { PastEventsRepository, type PastEventSelection } from './storing/past-events.repository.js';
export { INTERNAL_EVENTS } from './standard-events.js';
export { PersonEventsService } from './storing/person-events.service.js';

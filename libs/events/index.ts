export { DefinitionService } from './definition.service.js';
export type {
  EventAttribute,
  EventDefinition,
  FiredEvent,
  KnownEvent,
  ReportedEvent,
  UnmatchedName,
} from './event.types.js';
export { EventsModule } from './events.module.js';
export { EventsService } from './events.service.js';

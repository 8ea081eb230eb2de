export { InboxModule } from './inbox.module.js';
export { InboxExportService } from './inbox-export.service.js';
export { InboxService } from './inbox.service.js';
export { InboxMaintenanceService } from './inbox-maintenance.service.js';
export { InboxWriterService } from './inbox-writer.service.js';
export type {
  InboxMessage,
  InboxPage,
  InboxQuery,
  NewInboxMessage,
  InboxStatus,
  StatusChange,
  RenderedText,
  ReservedTickets,
} from './inbox.types.js';

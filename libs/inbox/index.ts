export { InboxModule } from './inbox.module.js';
export { InboxService } from './inbox.service.js';
export { InboxUpkeep } from './inbox-upkeep.service.js';
export { InboxWriter } from './inbox-writer.service.js';
export type {
  InboxMessage,
  InboxPage,
  InboxQuery,
  NewMessage,
  NumberedMessage,
  Owner,
  Status,
  StatusChange,
  Words,
} from './inbox.types.js';

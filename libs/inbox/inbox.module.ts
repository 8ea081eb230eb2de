import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { InboxContentRepository } from './inbox-content.repository.js';
import { InboxExportService } from './inbox-export.service.js';
import { InboxService } from './inbox.service.js';
import { InboxMaintenanceService } from './inbox-maintenance.service.js';
import { InboxWriterService } from './inbox-writer.service.js';
import { InboxMessageRepository } from './inbox-message.repository.js';
import { PersonalTextService } from './personal-text.service.js';
import { TicketRepository } from './ticket.repository.js';

/** Stored pushes, by user. */
@Module({
  imports: [TenancyModule, UsersModule],
  providers: [
    InboxContentRepository,
    InboxMessageRepository,
    TicketRepository,
    PersonalTextService,
    InboxService,
    InboxExportService,
    InboxMaintenanceService,
    InboxWriterService,
  ],
  exports: [InboxService, InboxExportService, InboxMaintenanceService, InboxWriterService],
})
export class InboxModule {}

import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { ContentRepository } from './content.repository.js';
import { InboxService } from './inbox.service.js';
import { InboxUpkeep } from './inbox-upkeep.service.js';
import { InboxWriter } from './inbox-writer.service.js';
import { MessageRepository } from './message.repository.js';
import { TicketRepository } from './ticket.repository.js';

/** Stored pushes, by user. */
@Module({
  imports: [TenancyModule, UsersModule],
  providers: [ContentRepository, MessageRepository, TicketRepository, InboxService, InboxUpkeep, InboxWriter],
  exports: [InboxService, InboxUpkeep, InboxWriter],
})
export class InboxModule {}

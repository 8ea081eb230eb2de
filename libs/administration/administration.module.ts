import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { AuditModule } from '#libs/audit';
import { IdentityModule } from '#libs/identity';
import { InboxModule } from '#libs/inbox';
import { MembersModule } from '#libs/members';
import { NotificationsModule } from '#libs/notifications';
import { ReportingModule } from '#libs/reporting';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { PersonEditService } from './people/person-edit.service.js';
import { PersonInboxService } from './people/person-inbox.service.js';
import { PersonRemovalService } from './people/person-removal.service.js';
import { SuppressionDeskService } from './suppressions/suppression-desk.service.js';
import { CodeReachService } from './testers/code-reach.service.js';
import { OwnUserDeskService } from './testers/own-user-desk.service.js';
import { TesterDeskService } from './testers/tester-desk.service.js';

const SERVICES = [
  OwnUserDeskService,
  PersonEditService,
  PersonInboxService,
  PersonRemovalService,
  SuppressionDeskService,
  TesterDeskService,
];

/** Changes that members make to users, each with its entry in the audit log. */
@Module({
  imports: [
    AudienceModule,
    AuditModule,
    IdentityModule,
    InboxModule,
    MembersModule,
    NotificationsModule,
    ReportingModule,
    TenancyModule,
    UsersModule,
  ],
  providers: [...SERVICES, CodeReachService],
  exports: SERVICES,
})
export class AdministrationModule {}

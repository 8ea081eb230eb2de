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
import { PersonAddressService } from './people/person-address.service.js';
import { PersonEditService } from './people/person-edit.service.js';
import { PersonInboxService } from './people/person-inbox.service.js';
import { PersonRemovalService } from './people/person-removal.service.js';
import { PersonWriterService } from './people/person-writer.service.js';
import { SuppressionListService } from './suppressions/suppression-list.service.js';
import { CodeReachService } from './testers/code-reach.service.js';
import { OwnUserProofService } from './testers/own-user-proof.service.js';
import { TesterListService } from './testers/tester-list.service.js';

const SERVICES = [
  OwnUserProofService,
  PersonEditService,
  PersonInboxService,
  PersonRemovalService,
  SuppressionListService,
  TesterListService,
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
  providers: [...SERVICES, CodeReachService, PersonAddressService, PersonWriterService],
  exports: SERVICES,
})
export class AdministrationModule {}

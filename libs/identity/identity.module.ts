import { Module, type OnModuleInit } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { AuditModule } from '#libs/audit';
import { CapCounterService, ContactPolicyModule } from '#libs/contact-policy';
import { DeliveryModule } from '#libs/delivery';
import { EventsModule } from '#libs/events';
import { InboxModule } from '#libs/inbox';
import { MembersModule, OwnUserService } from '#libs/members';
import { NotificationsModule } from '#libs/notifications';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { ErasureService } from './erasure.service.js';
import { IdentityService } from './identity.service.js';
import { ErasureReceiptRepository } from './erasure-receipt.repository.js';
import { ExportRecordService } from './export-record.service.js';
import { ErasureRecordService } from './erasure-record.service.js';
import { ErasureListRepository } from './lists/erasure-list.repository.js';
import { ErasureListRunnerService } from './erasure-list-runner.service.js';
import { ErasureListService } from './lists/erasure-list.service.js';
import { SaltService } from './salt.service.js';
import { PersonalDataRegistryService } from './personal-data-registry.service.js';
import { PersonalDataService } from './personal-data.service.js';
import { PersonExportService } from './person-export.service.js';
import { RecheckRepository } from './recheck.repository.js';
import { UserProofService } from './user-proof.service.js';
import { RecheckService } from './recheck.service.js';

/** Operations on one person across all modules: the merge of two users, the export and the erasure. */
@Module({
  imports: [
    AuditModule,
    TenancyModule,
    UsersModule,
    EventsModule,
    InboxModule,
    MembersModule,
    AudienceModule,
    ContactPolicyModule,
    DeliveryModule,
    NotificationsModule,
  ],
  providers: [
    ErasureListRepository,
    ErasureListRunnerService,
    ErasureListService,
    ErasureService,
    IdentityService,
    ErasureReceiptRepository,
    ErasureRecordService,
    ExportRecordService,
    PersonalDataRegistryService,
    PersonalDataService,
    PersonExportService,
    SaltService,
    RecheckRepository,
    RecheckService,
    UserProofService,
  ],
  exports: [
    ErasureListRunnerService,
    ErasureListService,
    ErasureService,
    IdentityService,
    PersonalDataRegistryService,
    PersonExportService,
    RecheckService,
    UserProofService,
  ],
})
export class IdentityModule implements OnModuleInit {
  constructor(
    private readonly owners: PersonalDataRegistryService,
    private readonly ownUsers: OwnUserService,
    private readonly caps: CapCounterService,
  ) {}

  onModuleInit(): void {
    const { ownUsers, caps } = this;
    this.owners.register({
      table: 'members.own_user',
      erase: (tx, appId, uids) => ownUsers.forgetUsers(tx, appId, uids),
    });
    this.owners.register({
      table: 'contact_policy.recent',
      move: (tx, appId, fromUid, toUid) => caps.move(tx, appId, fromUid, toUid),
      erase: (tx, appId, uids) => caps.erase(tx, appId, uids),
    });
  }
}

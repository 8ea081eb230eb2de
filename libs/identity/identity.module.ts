import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { EventsModule } from '#libs/events';
import { InboxModule } from '#libs/inbox';
import { NotificationsModule } from '#libs/notifications';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { ErasureService } from './erasure.service.js';
import { IdentityService } from './identity.service.js';
import { ErasureReceiptRepository } from './erasure-receipt.repository.js';
import { SaltService } from './salt.service.js';
import { RecheckRepository } from './recheck.repository.js';
import { RecheckService } from './recheck.service.js';

/** What crosses every room about one person: two users become one, a user is erased. */
@Module({
  imports: [TenancyModule, UsersModule, EventsModule, InboxModule, DeliveryModule, NotificationsModule],
  providers: [
    ErasureService,
    IdentityService,
    ErasureReceiptRepository,
    SaltService,
    RecheckRepository,
    RecheckService,
  ],
  exports: [ErasureService, IdentityService, RecheckService],
})
export class IdentityModule {}

import { Injectable } from '@nestjs/common';
import { DeliveryErasureService } from '#libs/delivery';
import { EventsService } from '#libs/events';
import { InboxMaintenanceService } from '#libs/inbox';
import {
  InstallationService,
  type InstallationCredentials,
  type UserMerge,
  type RegisteredInstallation,
  type InstallationRegistration,
} from '#libs/users';
import type { Tx } from '#platform/db';
import { missing } from '#platform/errors';
import { RecheckRepository } from './recheck.repository.js';

/** Who a device belongs to. What a nameless user did and got goes along when it gets a name. */
@Injectable()
export class IdentityService {
  constructor(
    private readonly installations: InstallationService,
    private readonly events: EventsService,
    private readonly inbox: InboxMaintenanceService,
    private readonly deliveryErasure: DeliveryErasureService,
    private readonly rechecks: RecheckRepository,
  ) {}

  /**
   * Registers or refreshes an installation, as the users room does; one whose nameless user gets a name takes along, in
   * the same transaction, what every room has of that user.
   *
   * @throws AppError as `InstallationService.register`
   */
  async register(appId: number, request: InstallationRegistration): Promise<RegisteredInstallation> {
    return this.installations.register(appId, request, (tx, merge) => this.moveUserData(tx, merge));
  }

  /**
   * Says whose an installation is from now on.
   *
   * @throws AppError missing_field, malformed, key_not_allowed
   */
  async identify(appId: number, { installationId, secret }: InstallationCredentials, extId: string): Promise<void> {
    if (extId === '') {
      throw missing('extId');
    }
    await this.register(appId, { installationId, secret, extId });
  }

  private async moveUserData(tx: Tx, merge: UserMerge): Promise<void> {
    const { appId, uid, toUid, vbs } = merge;
    await this.events.moveEvents(tx, appId, uid, toUid);
    await this.inbox.moveMessages(tx, appId, uid, toUid);
    await this.deliveryErasure.move(tx, appId, vbs, uid, toUid);
    await this.rechecks.insert(tx, { appId, toUid, resultBuckets: vbs.map((vb) => ({ uid, vb })) });
  }
}

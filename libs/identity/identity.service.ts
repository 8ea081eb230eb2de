import { Injectable } from '@nestjs/common';
import { RecordsService } from '#libs/delivery';
import { EventsService } from '#libs/events';
import { InboxUpkeep } from '#libs/inbox';
import {
  InstallationService,
  type InstallationCredentials,
  type UserMerge,
  type RegisteredInstallation,
  type InstallationRegistration,
} from '#libs/users';
import type { Tx } from '#platform/db';
import { missing } from '#platform/errors';
import { SecondLookRepository } from './second-look.repository.js';

/** Who a device belongs to. What a nameless user did and got goes along when it gets a name. */
@Injectable()
export class IdentityService {
  constructor(
    private readonly installations: InstallationService,
    private readonly events: EventsService,
    private readonly inbox: InboxUpkeep,
    private readonly records: RecordsService,
    private readonly looks: SecondLookRepository,
  ) {}

  /**
   * Registers or refreshes an installation, as the users room does; one whose nameless user gets a name takes along, in
   * the same transaction, what every room has of that user.
   *
   * @throws AppError as `InstallationService.register`
   */
  async register(appId: number, request: InstallationRegistration): Promise<RegisteredInstallation> {
    return this.installations.register(appId, request, (tx, merged) => this.move(tx, merged));
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

  private async move(tx: Tx, merged: UserMerge): Promise<void> {
    const { appId, uid, toUid, vbs } = merged;
    await this.events.move(tx, appId, uid, toUid);
    await this.inbox.move(tx, appId, uid, toUid);
    await this.records.move(tx, appId, vbs, uid, toUid);
    await this.looks.insert(tx, { appId, toUid, places: vbs.map((vb) => ({ uid, vb })) });
  }
}

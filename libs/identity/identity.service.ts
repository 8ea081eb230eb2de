import { Injectable } from '@nestjs/common';
import {
  InstallationService,
  type InstallationCredentials,
  type UserMerge,
  type RegisteredInstallation,
  type InstallationRegistration,
} from '#libs/users';
import type { Tx } from '#platform/db';
import { missing } from '#platform/errors';
import { PersonalDataService } from './personal-data.service.js';
import { RecheckRepository } from './recheck.repository.js';

/** Assigns devices to users. The data of an anonymous user moves along when it is merged into a named one. */
@Injectable()
export class IdentityService {
  constructor(
    private readonly installations: InstallationService,
    private readonly personalData: PersonalDataService,
    private readonly rechecks: RecheckRepository,
  ) {}

  /**
   * Registers or refreshes an installation as the users room does. When that merges an anonymous user into a named one,
   * the same transaction moves what every room has of the anonymous user.
   *
   * @throws AppError as `InstallationService.register`
   */
  async register(appId: number, request: InstallationRegistration): Promise<RegisteredInstallation> {
    return this.installations.register(appId, request, (tx, merge) => this.moveUserData(tx, merge));
  }

  /**
   * Assigns an installation to the user with an extId.
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
    await this.personalData.moveData(tx, appId, vbs, uid, toUid);
    await this.rechecks.insert(tx, { appId, toUid, resultBuckets: vbs.map((vb) => ({ uid, vb })) });
  }
}

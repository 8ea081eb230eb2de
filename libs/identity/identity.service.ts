import { Injectable } from '@nestjs/common';
import {
  InstallationService,
  type UserMerge,
  type RegisteredInstallation,
  type InstallationRegistration,
} from '#libs/users/registry';
import type { Tx } from '#platform/db';
import { missing } from '#platform/errors';
import { PersonalDataService } from './personal-data.service.js';
import { RecheckRepository } from './recheck.repository.js';
import { UserProofService, type ProvingCredentials } from './user-proof.service.js';

/** Assigns devices to users. The data of an anonymous user moves along when it is merged into a named one. */
@Injectable()
export class IdentityService {
  constructor(
    private readonly installations: InstallationService,
    private readonly proofs: UserProofService,
    private readonly personalData: PersonalDataService,
    private readonly rechecks: RecheckRepository,
  ) {}

  /**
   * Registers or refreshes an installation as the users module does. A merge of an anonymous user into a named one moves
   * the rows of every module in the same transaction.
   *
   * @param request  with an identity token the extId may be absent: the token names the user
   * @throws AppError as `InstallationService.register`
   */
  async register(
    appId: number,
    { identityToken, ...request }: InstallationRegistration & { identityToken?: string | undefined },
  ): Promise<RegisteredInstallation> {
    const claim = await this.proofs.readClaim(appId, identityToken);
    const named = claim.proof && request.extId === undefined ? { ...request, extId: claim.proof.extId } : request;
    return this.installations.register(appId, named, (tx, merge) => this.moveUserData(tx, merge), claim);
  }

  /**
   * Assigns an installation to the user with an extId.
   *
   * @throws AppError missing_field, malformed, key_not_allowed, user_unproven
   */
  async identify(
    appId: number,
    { installationId, secret, identityToken }: ProvingCredentials,
    extId: string,
  ): Promise<void> {
    if (extId === '') {
      throw missing('extId');
    }
    await this.register(appId, { installationId, secret, extId, identityToken });
  }

  private async moveUserData(tx: Tx, merge: UserMerge): Promise<void> {
    const { appId, uid, toUid, places } = merge;
    await this.personalData.moveData(tx, appId, places, uid, toUid);
    await this.rechecks.insert(tx, { appId, toUid, places });
  }
}

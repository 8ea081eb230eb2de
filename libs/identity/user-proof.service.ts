import { Injectable } from '@nestjs/common';
import { IdentityTokenService } from '#libs/tenancy';
import { InstallationService, type InstallationCredentials, type UserClaim } from '#libs/users/registry';
import type { AuthenticatedInstallation } from '#libs/users/devices';

/** The credentials of a device, and a token of the application's server that says who its user is. */
export interface ProvingCredentials extends InstallationCredentials {
  identityToken?: string | undefined;
}

/**
 * Lets a device act for its user. The id of a user is known to many, and so is the key of a page, so neither proves
 * anything.
 */
@Injectable()
export class UserProofService {
  constructor(
    private readonly tokens: IdentityTokenService,
    private readonly installations: InstallationService,
  ) {}

  /**
   * Reads the proof that the claim of a device rests on. A token that is given must be valid, also where none is
   * required: the device learns at once that it needs a new one.
   *
   * @throws AppError user_unproven for a token that is not valid
   */
  async readClaim(appId: number, identityToken: string | undefined): Promise<UserClaim> {
    const { mode, keyIds, maxInstallations } = await this.tokens.getSettings(appId);
    const proof = identityToken === undefined ? undefined : await this.tokens.verifyToken(appId, identityToken);
    return { isRequired: mode === 'required', keyIds, maxInstallations, ...(proof && { proof }) };
  }

  /**
   * Checks a device that reads or changes what belongs to its user.
   *
   * @throws AppError key_not_allowed for wrong credentials; user_unproven
   */
  async authenticateUser(appId: number, credentials: ProvingCredentials): Promise<AuthenticatedInstallation> {
    const claim = await this.readClaim(appId, credentials.identityToken);
    return this.installations.authenticateUser(appId, credentials, claim);
  }

  /**
   * Checks a device that reports what its user did.
   *
   * @throws AppError key_not_allowed for wrong credentials; user_unproven, where proof is required
   */
  async authenticateReporter(appId: number, credentials: ProvingCredentials): Promise<AuthenticatedInstallation> {
    const claim = await this.readClaim(appId, credentials.identityToken);
    return this.installations.authenticateReporter(appId, credentials, claim);
  }
}

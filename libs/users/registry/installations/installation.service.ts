import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sha256 } from '#platform/crypto';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import {
  DeviceTokenService,
  InstallationRepository,
  type StoredInstallation,
  type AuthenticatedInstallation,
} from '#libs/users/devices';
import { retryOnConflict, fromInstallationId, toInstallationId } from '#libs/users/identities';
import { UserChanges } from '../writes/user-changes.js';
import type {
  InstallationCredentials,
  InstallationRegistration,
  RegisteredInstallation,
  UserClaim,
} from './installation.types.js';
import type { OnMerge } from '../single-users/user-merger.service.js';
import { UserWriterService } from '../writes/user-writer.service.js';
import { InstallationPlannerService } from './installation-planner.service.js';
import { readInstallationRequest } from './installation-request.js';
import { checkActing, checkClaim, isProven, NO_CLAIM, toStoredProof } from './user-claim.js';
import { InstallationWriterService } from './installation-writer.service.js';

const SECRET_BYTES = 32;

/** Installations that register themselves. A device authenticates with the secret of its first registration. */
@Injectable()
export class InstallationService {
  constructor(
    private readonly db: Database,
    private readonly installations: InstallationRepository,
    private readonly deviceTokens: DeviceTokenService,
    private readonly planner: InstallationPlannerService,
    private readonly writer: InstallationWriterService,
    private readonly userWriter: UserWriterService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Registers a new installation, or refreshes the one whose id and secret are given. With an extId it belongs to that
   * user from now on; a new one without extId gets an anonymous user. An installation that a server registered by its
   * token is taken over by the first device that presents the token together with the proof of its user.
   *
   * @param onMerge  runs in the transaction that merges the installation's anonymous user into the user of the extId
   * @param claim    what the claim to be the user of the extId rests on
   * @throws AppError key_not_allowed for a wrong id or secret; user_unproven; missing_field, malformed
   */
  async register(
    appId: number,
    request: InstallationRegistration,
    onMerge?: OnMerge,
    claim: UserClaim = NO_CLAIM,
  ): Promise<RegisteredInstallation> {
    return retryOnConflict(async (attempt) => {
      const refreshed = request.installationId === undefined ? undefined : await this.checkCredentials(appId, request);
      const parsed = readInstallationRequest(request, refreshed, this.deviceTokens);
      checkClaim(parsed.extId, refreshed, claim, this.clock.now());
      if (parsed.extId !== undefined) {
        const changes = new UserChanges(appId);
        changes.getOrCreate(parsed.extId);
        await this.userWriter.write(appId, changes.list(), new Map());
      }
      const secret = refreshed ? undefined : randomBytes(SECRET_BYTES).toString('base64url');
      const now = this.clock.now();
      const place = { refreshedId: refreshed?.instId, secret, now, attempt };
      const plan = await this.planner.planInstallation(appId, parsed, claim, place);
      const written = { ...plan, claim, proof: toStoredProof(claim, now) };
      await this.db.tx((tx) => this.writer.writeInstallation(tx, appId, written, onMerge));
      return { installationId: toInstallationId(plan.instId), ...(secret !== undefined && { secret }) };
    });
  }

  /**
   * Checks the credentials of a device.
   *
   * @throws AppError key_not_allowed for an unknown installation or a wrong secret: one answer, so that ids cannot be
   *   probed
   */
  async authenticate(appId: number, credentials: InstallationCredentials): Promise<AuthenticatedInstallation> {
    const { instId, uid, platform } = await this.checkCredentials(appId, credentials);
    return { instId, uid, platform };
  }

  /**
   * Checks the credentials of a device that acts for its user: it reads or changes what belongs to the person. A token
   * that comes along is kept as the proof.
   *
   * @throws AppError key_not_allowed, as `authenticate`; user_unproven for a named user without a valid proof
   */
  async authenticateUser(
    appId: number,
    credentials: InstallationCredentials,
    claim: UserClaim,
  ): Promise<AuthenticatedInstallation> {
    const installation = await this.checkCredentials(appId, credentials);
    const { instId, uid, platform } = installation;
    checkActing(installation, claim, this.clock.now());
    const proof = toStoredProof(claim, this.clock.now());
    if (proof && !(await this.db.tx((tx) => this.installations.setProof(tx, appId, uid, instId, proof)))) {
      throw new AppError('user_unproven', 'The installation changed its user meanwhile');
    }
    return { instId, uid, platform };
  }

  /**
   * Checks the credentials of a device that reports what its user did. Where proof is required, the user must have been
   * proven once; the proof may have run out, because reports come late.
   *
   * @throws AppError key_not_allowed, as `authenticate`; user_unproven
   */
  async authenticateReporter(
    appId: number,
    credentials: InstallationCredentials,
    claim: UserClaim,
  ): Promise<AuthenticatedInstallation> {
    if (claim.proof) {
      return this.authenticateUser(appId, credentials, claim);
    }
    const installation = await this.checkCredentials(appId, credentials);
    if (claim.isRequired && !isProven(installation, claim)) {
      checkActing(installation, claim, this.clock.now());
    }
    const { instId, uid, platform } = installation;
    return { instId, uid, platform };
  }

  private async checkCredentials(
    appId: number,
    { installationId = '', secret = '' }: Partial<InstallationCredentials>,
  ): Promise<StoredInstallation> {
    const instId = fromInstallationId(installationId);
    const installation = instId === undefined ? undefined : await this.installations.find(appId, instId);
    if (!installation?.secretHash || !timingSafeEqual(installation.secretHash, sha256(secret))) {
      throw new AppError('key_not_allowed', "Fields 'installationId' and 'secret' do not belong together");
    }
    return installation;
  }
}

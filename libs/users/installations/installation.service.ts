import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sha256 } from '#platform/crypto';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { AttributeService } from '../attributes/attribute.service.js';
import { DeviceTokenService } from '../devices/device-token.service.js';
import { InstallationRepository, type StoredInstallation } from '../devices/installation.repository.js';
import { retryOnConflict } from '../model/retry-on-conflict.js';
import { UserChanges } from '../model/user-changes.js';
import type {
  AuthenticatedInstallation,
  InstallationCredentials,
  InstallationRegistration,
  RegisteredInstallation,
} from '../model/users.types.js';
import type { OnMerge } from '../writes/user-merger.service.js';
import { UserWriterService } from '../writes/user-writer.service.js';
import { DEVICE_ATTRIBUTE_CODES, readDeviceAttributes } from './device-attributes.js';
import { fromInstallationId, toInstallationId } from './installation-id.js';
import { InstallationPlannerService } from './installation-planner.service.js';
import { readInstallationRequest } from './installation-request.js';
import { InstallationWriterService } from './installation-writer.service.js';

const SECRET_BYTES = 32;

/** Installations that register themselves. A device authenticates with the secret of its first registration. */
@Injectable()
export class InstallationService {
  constructor(
    private readonly db: Database,
    private readonly attributes: AttributeService,
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
   * token is taken over by the first device that presents the token.
   *
   * @param onMerge  runs in the transaction that merges the installation's anonymous user into the user of the extId
   * @throws AppError key_not_allowed for a wrong id or secret; missing_field, malformed
   */
  async register(appId: number, request: InstallationRegistration, onMerge?: OnMerge): Promise<RegisteredInstallation> {
    return retryOnConflict(async (attempt) => {
      const refreshed = request.installationId === undefined ? undefined : await this.checkCredentials(appId, request);
      const parsed = readInstallationRequest(request, refreshed, this.deviceTokens);
      if (parsed.extId !== undefined) {
        const changes = new UserChanges(appId);
        changes.getOrCreate(parsed.extId);
        await this.userWriter.write(appId, changes.list(), new Map());
      }
      const secret = refreshed ? undefined : randomBytes(SECRET_BYTES).toString('base64url');
      const definitions = await this.attributes.getDefinitionsFor(appId, DEVICE_ATTRIBUTE_CODES, attempt);
      const deviceAttributes = readDeviceAttributes(definitions, parsed, this.clock.now().getTime());
      const plan = await this.planner.planInstallation(appId, parsed, refreshed?.instId, secret);
      await this.db.tx((tx) => this.writer.writeInstallation(tx, appId, { ...plan, deviceAttributes }, onMerge));
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

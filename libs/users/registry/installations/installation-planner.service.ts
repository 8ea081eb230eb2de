import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sha256 } from '#platform/crypto';
import { BUCKETS, bucketOf, bucketOfId } from '#platform/ids';
import { InstallationRepository, TokenRepository } from '#libs/users/devices';
import { UidAllocatorService, ConcurrentWriteError } from '#libs/users/identities';
import {
  AttributeService,
  DEVICE_ATTRIBUTE_CODES,
  readDeviceAttributes,
  UserRepository,
  type DeviceAttributes,
} from '#libs/users/profiles';
import type { UserClaim } from './installation.types.js';
import type { InstallationRequest } from './installation-request.js';

/**
 * The rows to write.
 *
 * @property uid        the user of the given extId, or a new anonymous one; undefined: the installation keeps its user
 * @property isNewUser  whether `uid` is an anonymous user without a row
 * @property isNew      whether the installation has no row yet
 * @property deviceAttributes  values of the user that the device reports
 */
export interface InstallationPlan {
  request: InstallationRequest;
  instId: number;
  isNew: boolean;
  uid: number | undefined;
  isNewUser: boolean;
  secretHash: Buffer | undefined;
  deviceAttributes: DeviceAttributes;
}

/**
 * The registration beside the request.
 *
 * @property refreshedId  the installation that authenticated itself
 * @property secret       of a new installation
 * @property attempt      of `retryOnConflict`
 */
interface PlannedRegistration {
  refreshedId: number | undefined;
  secret: string | undefined;
  now: Date;
  attempt: number;
}

/** Decides before the transaction which installation and which user a registration is about. */
@Injectable()
export class InstallationPlannerService {
  constructor(
    private readonly users: UserRepository,
    private readonly installations: InstallationRepository,
    private readonly tokens: TokenRepository,
    private readonly uidAllocator: UidAllocatorService,
    private readonly attributes: AttributeService,
  ) {}

  /**
   * Allocates the ids of a new installation. Those of an existing one are read in the transaction, under its lock.
   *
   * @param claim  an installation that a server registered goes to a device only with the proof of its user
   */
  async planInstallation(
    appId: number,
    request: InstallationRequest,
    claim: UserClaim,
    { refreshedId, secret, now, attempt }: PlannedRegistration,
  ): Promise<InstallationPlan> {
    const definitions = await this.attributes.getDefinitionsFor(appId, DEVICE_ATTRIBUTE_CODES, attempt);
    const existingId = refreshedId ?? (await this.findClaimable(appId, request, claim));
    const userId = request.extId === undefined ? undefined : await this.requireUid(appId, request.extId);
    const common = {
      request,
      secretHash: secret === undefined ? undefined : sha256(secret),
      deviceAttributes: readDeviceAttributes(definitions, request, now.getTime()),
    };
    if (existingId !== undefined) {
      return { ...common, instId: existingId, isNew: false, uid: userId, isNewUser: false };
    }
    const vb = userId === undefined ? randomInt(BUCKETS) : bucketOfId(userId);
    const [instId] = await this.uidAllocator.allocate(appId, 'installation', [vb]);
    const [newUserId] = userId === undefined ? await this.uidAllocator.allocate(appId, 'user', [vb]) : [];
    if (instId === undefined) {
      throw new Error('No id was allocated for an installation');
    }
    return { ...common, instId, isNew: true, uid: userId ?? newUserId, isNewUser: userId === undefined };
  }

  private async findClaimable(
    appId: number,
    { token, platform }: InstallationRequest,
    { proof }: UserClaim,
  ): Promise<number | undefined> {
    const [owner] = token && proof ? await this.tokens.findOwners(appId, [token.key]) : [];
    if (!owner || owner.uid === null || owner.claimed) {
      return undefined;
    }
    const installation = await this.installations.find(appId, owner.instId);
    const isClaimable = installation?.platform === platform && installation.secretHash === null;
    return isClaimable && installation.extId === proof?.extId ? installation.instId : undefined;
  }

  private async requireUid(appId: number, extId: string): Promise<number> {
    const [user] = await this.users.findByExtIds(appId, [bucketOf(appId, extId)], [extId]);
    if (!user) {
      throw new ConcurrentWriteError('The user was deleted by another request');
    }
    return user.uid;
  }
}

import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { sha256 } from '#platform/crypto';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { BUCKETS, bucketOf, bucketOfId } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { retryOnConflict, ConcurrentWriteError } from '../retry-on-conflict.js';
import { AttributeService } from '../attributes/attribute.service.js';
import { DeviceWriterService, findTokenLoss } from '../writes/device-writer.service.js';
import { fromInstallationId, toInstallationId } from './installation-id.js';
import { readInstallationRequest, type InstallationRequest } from './installation-request.js';
import { InstallationRepository, type StoredInstallation } from '../devices/installation.repository.js';
import { LocationRepository } from '../devices/location.repository.js';
import { SingleUserWriterService } from '../writes/single-user-writer.service.js';
import { DEVICE_ATTRIBUTE_CODES, readDeviceAttributes, type DeviceAttributes } from './device-attributes.js';
import { TokenRepository, type TokenClaim } from '../devices/token.repository.js';
import { UidAllocatorService } from '../ids/uid-allocator.service.js';
import { UserChanges } from '../user-changes.js';
import { UserMergerService, type OnMerge } from '../writes/user-merger.service.js';
import { UserRepository } from '../user.repository.js';
import { UserWriterService } from '../writes/user-writer.service.js';
import type {
  InstallationCredentials,
  AuthenticatedInstallation,
  RegisteredInstallation,
  InstallationRegistration,
} from '../users.types.js';

const SECRET_BYTES = 32;

/**
 * What is to be written.
 *
 * @property uid        the user of the extId given, or a new nameless one; undefined: whoever has the installation
 * @property isNewUser  whether `uid` is a nameless user that is not written yet
 * @property isNew      whether the installation is not written yet
 * @property told       attributes that the user gets by it
 */
interface InstallationPlan {
  request: InstallationRequest;
  instId: number;
  isNew: boolean;
  uid: number | undefined;
  isNewUser: boolean;
  secretHash: Buffer | undefined;
  deviceAttributes: DeviceAttributes;
}

/** Installations that speak for themselves. A device proves which one it is by the secret of its first registration. */
@Injectable()
export class InstallationService {
  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly writer: UserWriterService,
    private readonly installations: InstallationRepository,
    private readonly locations: LocationRepository,
    private readonly tokens: TokenRepository,
    private readonly devices: DeviceWriterService,
    private readonly uidAllocator: UidAllocatorService,
    private readonly merger: UserMergerService,
    private readonly outbox: OutboxRepository,
    private readonly attributes: AttributeService,
    private readonly singleUserWriter: SingleUserWriterService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Registers a new installation, or refreshes the one whose id and secret are given. With an extId it belongs to that
   * user from now on; a new one without is a user of its own. A token that a server registered, and no device has
   * claimed yet, brings its installation along: who holds the token is that device.
   *
   * @param onMerge  runs in the transaction in which the installation's nameless user becomes the one of the extId
   * @throws AppError key_not_allowed when id and secret do not go together; missing_field, malformed
   */
  async register(appId: number, request: InstallationRegistration, onMerge?: OnMerge): Promise<RegisteredInstallation> {
    return retryOnConflict(async (attempt) => {
      const refreshed = request.installationId === undefined ? undefined : await this.checkCredentials(appId, request);
      const parsed = readInstallationRequest(request, refreshed);
      if (parsed.extId !== undefined) {
        const changes = new UserChanges(appId);
        changes.getOrCreate(parsed.extId);
        await this.writer.write(appId, changes.list(), new Map());
      }
      const secret = refreshed ? undefined : randomBytes(SECRET_BYTES).toString('base64url');
      const definitions = await this.attributes.getDefinitionsFor(appId, DEVICE_ATTRIBUTE_CODES, attempt);
      const deviceAttributes = readDeviceAttributes(definitions, parsed, this.clock.now().getTime());
      const plan = { ...(await this.planInstallation(appId, parsed, refreshed?.instId, secret)), deviceAttributes };
      await this.db.tx((tx) => this.writePlan(tx, appId, plan, onMerge));
      return { installationId: toInstallationId(plan.instId), ...(secret !== undefined && { secret }) };
    });
  }

  /**
   * Proves that a device is the installation that it says it is.
   *
   * @throws AppError key_not_allowed when id and secret do not go together. Unknown installations and wrong secrets get
   *   one answer, so that ids cannot be probed
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

  /** Takes the numbers that a new installation needs; those of a known one are read in the transaction, under its lock. */
  private async planInstallation(
    appId: number,
    request: InstallationRequest,
    refreshedId: number | undefined,
    secret: string | undefined,
  ): Promise<Omit<InstallationPlan, 'deviceAttributes'>> {
    const knownId = refreshedId ?? (await this.findClaimable(appId, request));
    const userId = request.extId === undefined ? undefined : await this.requireUid(appId, request.extId);
    const secretHash = secret === undefined ? undefined : sha256(secret);
    if (knownId !== undefined) {
      return { request, instId: knownId, isNew: false, uid: userId, isNewUser: false, secretHash };
    }
    const vb = userId === undefined ? randomInt(BUCKETS) : bucketOfId(userId);
    const [instId] = await this.uidAllocator.allocate(appId, 'installation', [vb]);
    const [newUserId] = userId === undefined ? await this.uidAllocator.allocate(appId, 'user', [vb]) : [];
    if (instId === undefined) {
      throw new Error('An installation got no number');
    }
    return { request, instId, isNew: true, uid: userId ?? newUserId, isNewUser: userId === undefined, secretHash };
  }

  private async findClaimable(appId: number, { token, platform }: InstallationRequest): Promise<number | undefined> {
    const [owner] = token ? await this.tokens.findOwners(appId, [token.key]) : [];
    if (!owner || owner.uid === null || owner.claimed) {
      return undefined;
    }
    const installation = await this.installations.find(appId, owner.instId);
    return installation?.platform === platform && installation.secretHash === null ? installation.instId : undefined;
  }

  private async requireUid(appId: number, extId: string): Promise<number> {
    const [user] = await this.users.findByExtIds(appId, [bucketOf(appId, extId)], [extId]);
    if (!user) {
      throw new ConcurrentWriteError('The user vanished');
    }
    return user.uid;
  }

  private async writePlan(tx: Tx, appId: number, plan: InstallationPlan, onMerge?: OnMerge): Promise<void> {
    const { request, instId, isNew, isNewUser, secretHash, deviceAttributes } = plan;
    const installation = isNew ? undefined : await this.installations.lock(tx, appId, instId);
    const uid = plan.uid ?? installation?.uid;
    if (uid === undefined || (!isNew && !installation)) {
      throw new ConcurrentWriteError('The installation vanished');
    }
    const changedUids = new Set<number>();
    if (isNewUser) {
      await this.users.insertAnonymous(tx, appId, bucketOfId(uid), uid);
    } else if (!(await this.users.lockAgainstDeletion(tx, appId, uid))) {
      throw new ConcurrentWriteError('The user was deleted meanwhile');
    }
    await this.singleUserWriter.write(tx, appId, uid, { attrs: deviceAttributes.always, tags: [] }, false);
    if (deviceAttributes.absent.size > 0) {
      await this.singleUserWriter.write(tx, appId, uid, { attrs: deviceAttributes.absent, tags: [] }, true);
    }
    for (const formerUid of request.token ? await this.claimToken(tx, appId, { key: request.token.key, instId }) : []) {
      changedUids.add(formerUid);
    }
    const row = { uid, instId, platform: request.platform, token: request.token?.text ?? null };
    if (!installation) {
      await this.installations.insert(tx, appId, [row]);
      changedUids.add(uid);
    } else if (installation.uid !== uid) {
      await this.moveUser(tx, appId, installation, uid, onMerge);
      changedUids.add(installation.uid).add(uid);
    }
    const refreshed = installation && request.token ? await this.installations.setTokens(tx, appId, [row]) : [];
    if (!(await this.installations.updateDetails(tx, appId, uid, instId, { ...request.details, secretHash }))) {
      throw new ConcurrentWriteError('Another device has claimed the installation');
    }
    if (refreshed.length > 0 || (installation && hasNewDetails(request, installation))) {
      changedUids.add(uid);
    }
    await this.outbox.add(tx, { appId, kind: 'user', uids: isNewUser ? [uid] : [], keys: [] });
    await this.outbox.add(tx, {
      appId,
      kind: 'installation',
      uids: [...changedUids].toSorted((a, b) => a - b),
      keys: [],
    });
  }

  /** Makes the token this installation's. @returns uids of those that had it */
  private async claimToken(tx: Tx, appId: number, claim: TokenClaim): Promise<number[]> {
    await this.tokens.claimOrLock(tx, appId, [claim]);
    const [owner] = await this.tokens.findOwners(appId, [claim.key], tx);
    if (!owner || owner.instId === claim.instId) {
      return [];
    }
    return this.devices.applyChanges(tx, appId, { insert: [], refresh: [], move: [claim], lose: findTokenLoss(owner) });
  }

  private async moveUser(
    tx: Tx,
    appId: number,
    installation: StoredInstallation,
    uid: number,
    onMerge?: OnMerge,
  ): Promise<void> {
    if (!(await this.installations.moveToUser(tx, appId, installation.instId, installation.uid, uid))) {
      throw new ConcurrentWriteError('The installation went to another user');
    }
    await this.locations.moveToUser(tx, appId, installation.instId, installation.uid, uid);
    const merge = await this.merger.leaveInstallation(tx, appId, installation.instId, {
      uid: installation.uid,
      toUid: uid,
    });
    if (merge) {
      await onMerge?.(tx, merge);
    }
  }
}

/** Whether a refresh says anything but that the device is alive. */
function hasNewDetails({ details }: InstallationRequest, installation: StoredInstallation): boolean {
  return (Object.keys(details) as (keyof typeof details)[]).some((name) => details[name] !== installation[name]);
}

import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { InstallationRepository, type StoredInstallation } from '../devices/installation.repository.js';
import { LocationRepository } from '../devices/location.repository.js';
import { TokenRepository, type TokenClaim } from '../devices/token.repository.js';
import { ConcurrentWriteError } from '../model/retry-on-conflict.js';
import { UserRepository } from '../store/user.repository.js';
import { DeviceWriterService, findTokenLoss } from '../writes/device-writer.service.js';
import { SingleUserWriterService } from '../writes/single-user-writer.service.js';
import { UserMergerService, type OnMerge } from '../writes/user-merger.service.js';
import type { DeviceAttributes } from './device-attributes.js';
import type { InstallationPlan } from './installation-planner.service.js';
import type { InstallationRequest } from './installation-request.js';

/** Writes one planned installation with its token and its user. */
@Injectable()
export class InstallationWriterService {
  constructor(
    private readonly users: UserRepository,
    private readonly singleUserWriter: SingleUserWriterService,
    private readonly installations: InstallationRepository,
    private readonly locations: LocationRepository,
    private readonly tokens: TokenRepository,
    private readonly devices: DeviceWriterService,
    private readonly merger: UserMergerService,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Writes the installation.
   *
   * @param onMerge  runs when the anonymous user of the installation is merged into the user of the plan
   * @throws ConcurrentWriteError when the plan no longer holds
   */
  async writeInstallation(
    tx: Tx,
    appId: number,
    plan: InstallationPlan & { deviceAttributes: DeviceAttributes },
    onMerge?: OnMerge,
  ): Promise<void> {
    const { request, instId, isNew, isNewUser, secretHash, deviceAttributes } = plan;
    const installation = isNew ? undefined : await this.installations.lock(tx, appId, instId);
    const uid = plan.uid ?? installation?.uid;
    if (uid === undefined || (!isNew && !installation)) {
      throw new ConcurrentWriteError('The installation was deleted by another request');
    }
    const changedUids = new Set<number>();
    if (isNewUser) {
      await this.users.insertAnonymous(tx, appId, bucketOfId(uid), uid);
    } else if (!(await this.users.lockAgainstDeletion(tx, appId, uid))) {
      throw new ConcurrentWriteError('The user was deleted by another request');
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
      throw new ConcurrentWriteError('Another device claimed the installation');
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

  /** Gives the token to this installation. @returns uids of the users that lost it */
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
      throw new ConcurrentWriteError('The installation moved to another user');
    }
    await this.locations.moveToUser(tx, appId, installation.instId, installation.uid, uid);
    const merge = await this.merger.leaveInstallation(tx, appId, installation.instId, {
      uid: installation.uid,
      toUid: uid,
    });
    if (merge) {
      await onMerge?.(tx, merge);
    } else {
      await this.installations.recordFirstUser(tx, appId, installation.instId, uid, installation.uid);
    }
  }
}

/** Whether a refresh changes more than the time of the last activity. */
function hasNewDetails({ details }: InstallationRequest, installation: StoredInstallation): boolean {
  return (Object.keys(details) as (keyof typeof details)[]).some((name) => details[name] !== installation[name]);
}

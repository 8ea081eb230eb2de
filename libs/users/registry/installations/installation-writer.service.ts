import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { bucketOfId } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import {
  InstallationRepository,
  type StoredInstallation,
  type UserProof,
  LocationRepository,
} from '#libs/users/devices';
import { declareConsentOrigin } from '#libs/users/consent';
import { toInstallationId, type Alias, ConcurrentWriteError } from '#libs/users/identities';
import { UserRepository } from '#libs/users/profiles';
import { DeviceWriterService } from '../writes/device-writer.service.js';
import { SingleUserWriterService } from '../single-users/single-user-writer.service.js';
import { UserMergerService, type OnMerge } from '../single-users/user-merger.service.js';
import type { UserClaim } from './installation.types.js';
import type { InstallationPlan } from './installation-planner.service.js';
import type { InstallationRequest } from './installation-request.js';
import { isProven } from './user-claim.js';

/** Writes one planned installation with its token and its user. */
@Injectable()
export class InstallationWriterService {
  constructor(
    private readonly users: UserRepository,
    private readonly singleUserWriter: SingleUserWriterService,
    private readonly installations: InstallationRepository,
    private readonly locations: LocationRepository,
    private readonly devices: DeviceWriterService,
    private readonly merger: UserMergerService,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Writes the installation.
   *
   * @param onMerge  runs when the anonymous user of the installation is merged into the user of the plan
   * @throws ConcurrentWriteError when the plan no longer holds; AppError malformed when the user has too many devices
   */
  async writeInstallation(
    tx: Tx,
    appId: number,
    plan: InstallationPlan & { claim: UserClaim; proof: UserProof | undefined },
    onMerge?: OnMerge,
  ): Promise<void> {
    const { request, instId, isNew, isNewUser, secretHash, deviceAttributes, claim, proof } = plan;
    const installation = isNew ? undefined : await this.installations.lock(tx, appId, instId);
    const uid = plan.uid ?? installation?.uid;
    if (uid === undefined || (!isNew && !installation)) {
      throw new ConcurrentWriteError('The installation was deleted by another request');
    }
    if (installation && installation.uid !== uid && claim.isRequired && !proof) {
      throw new ConcurrentWriteError('The installation moved to another user');
    }
    const wasProven = installation?.uid === uid && isProven(installation, claim);
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
    const formerUids =
      request.token &&
      (await this.devices.claimToken(tx, appId, { key: request.token.key, instId }, wasProven || proof !== undefined));
    formerUids?.forEach((formerUid) => changedUids.add(formerUid));
    const token = formerUids && request.token ? request.token.text : null;
    const row = { uid, instId, platform: request.platform, token };
    if (!installation) {
      await this.installations.insert(tx, appId, [row]);
      changedUids.add(uid);
    } else if (installation.uid !== uid) {
      await this.moveUser(tx, appId, installation, uid, proof !== undefined, onMerge);
      changedUids.add(installation.uid).add(uid);
    } else if (proof && !wasProven && installation.firstUid !== null) {
      await this.leaveUser(tx, appId, instId, { uid: installation.firstUid, toUid: uid }, true, onMerge);
    }
    const refreshed =
      installation && token !== null ? await this.installations.setTokens(tx, appId, [row], 'device') : [];
    if (token !== null && !isNewUser && (installation?.uid !== uid || refreshed.length > 0)) {
      await this.makeRoom(tx, appId, { uid, instId }, claim, wasProven || proof !== undefined);
    }
    const isTakenOver = installation && secretHash !== undefined;
    if (changesPush(request, installation)) {
      await declareConsentOrigin(tx, { source: 'DEVICE', by: toInstallationId(instId) });
    }
    const details = { ...request.details, secretHash, proof, ...(isTakenOver && { serverRegistered: true }) };
    if (!(await this.installations.updateDetails(tx, appId, uid, instId, details))) {
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

  /**
   * Keeps to the number of devices that one user may have. Anybody with the key of an app can register devices, so an
   * unproven one never takes the place of a proven one.
   *
   * @throws AppError malformed when no other device gives up its place
   */
  private async makeRoom(
    tx: Tx,
    appId: number,
    place: { uid: number; instId: number },
    { maxInstallations: max, keyIds: provenBy }: UserClaim,
    mayReplaceProven: boolean,
  ): Promise<void> {
    if (
      max !== undefined &&
      !(await this.installations.makeRoom(tx, appId, place, { max, provenBy, mayReplaceProven }))
    ) {
      throw malformed(`Field 'extId': ${max} devices of this user have registered themselves, and no more may`);
    }
  }

  private async moveUser(
    tx: Tx,
    appId: number,
    installation: StoredInstallation,
    uid: number,
    isUserProven: boolean,
    onMerge?: OnMerge,
  ): Promise<void> {
    if (!(await this.installations.moveToUser(tx, appId, installation.instId, installation.uid, uid))) {
      throw new ConcurrentWriteError('The installation moved to another user');
    }
    await this.locations.moveToUser(tx, appId, installation.instId, installation.uid, uid);
    const step = { uid: installation.uid, toUid: uid };
    if (!(await this.leaveUser(tx, appId, installation.instId, step, isUserProven, onMerge))) {
      await this.installations.recordFirstUser(tx, appId, installation.instId, uid, installation.uid);
    }
  }

  /** @returns whether the former user was merged into the new one */
  private async leaveUser(
    tx: Tx,
    appId: number,
    instId: number,
    step: Alias,
    isUserProven: boolean,
    onMerge?: OnMerge,
  ): Promise<boolean> {
    const merge = await this.merger.leaveInstallation(tx, appId, instId, step, isUserProven);
    if (merge) {
      await onMerge?.(tx, merge);
    }
    return merge !== undefined;
  }
}

/** Tests if a device says something new about push. A new one is permitted without a word. */
function changesPush({ details }: InstallationRequest, installation: StoredInstallation | undefined): boolean {
  return details.pushPermitted !== undefined && details.pushPermitted !== (installation?.pushPermitted ?? true);
}

/** Tests if a refresh changes more than the time of the last activity. */
function hasNewDetails({ details }: InstallationRequest, installation: StoredInstallation): boolean {
  return (Object.keys(details) as (keyof typeof details)[]).some((name) => details[name] !== installation[name]);
}

import { Injectable } from '@nestjs/common';
import { PLATFORMS } from '#libs/content';
import type { Tx } from '#platform/db';
import { ConcurrentWriteError, UidAllocatorService } from '#libs/users/identities';
import {
  tokenKey,
  DeviceDetailsRepository,
  type DetailedInstallation,
  InstallationRepository,
  type InstallationRow,
  TokenRepository,
  type TokenClaim,
  type TokenOwner,
  type DeviceDetails,
  type UserDevice,
} from '#libs/users/devices';
import type { ExistingUser } from '#libs/users/profiles';
import type { UserChange } from './user-changes.js';

/**
 * A device of a batch.
 *
 * @property hash  hex of its token's look-up hash
 * @property instId  its new installation, or the one that has the token already
 * @property isNew  whether `instId` is newly allocated
 */
export interface PlannedDevice extends UserDevice {
  extId: string;
  hash: string;
  instId: number;
  isNew: boolean;
}

/** Writes installations that servers register by token, and gives tokens to those that claim them. */
@Injectable()
export class DeviceWriterService {
  constructor(
    private readonly tokens: TokenRepository,
    private readonly installations: InstallationRepository,
    private readonly uidAllocator: UidAllocatorService,
    private readonly details: DeviceDetailsRepository,
  ) {}

  /** Finds tokens that their users have already, and allocates ids for the other installations. */
  async planDevices(
    appId: number,
    changes: readonly UserChange[],
    existingUsers: ReadonlyMap<string, ExistingUser>,
  ): Promise<PlannedDevice[]> {
    const requested = changes.flatMap((change) =>
      [...change.devices].map(([hash, device]) => ({ ...device, hash, extId: change.extId, vb: change.vb })),
    );
    if (requested.length === 0) {
      return [];
    }
    const owners = await this.findOwnersByHash(appId, requested);
    const findHeldId = (hash: string, extId: string): number | undefined => {
      const owner = owners.get(hash);
      return owner && owner.uid !== null && owner.uid === existingUsers.get(extId)?.uid ? owner.instId : undefined;
    };
    const unregistered = requested.filter(({ hash, extId }) => findHeldId(hash, extId) === undefined);
    const instIds = await this.uidAllocator.allocate(
      appId,
      'installation',
      unregistered.map(({ vb }) => vb),
    );
    const allocated = new Map(unregistered.map(({ hash }, i) => [hash, instIds[i]]));
    return requested.map(({ hash, extId, platform, token, details, reported }) => {
      const instId = allocated.get(hash) ?? findHeldId(hash, extId);
      if (instId === undefined) {
        throw new Error('No id was allocated for a device');
      }
      const isNew = allocated.has(hash);
      return {
        extId,
        hash,
        platform,
        token,
        ...(details && { details }),
        ...(reported && { reported }),
        instId,
        isNew,
      };
    });
  }

  /**
   * Writes the devices of a batch. A token belongs to one installation: when another user registers it, the former
   * installation loses it.
   *
   * @param uids  of every user of the batch, by extId
   * @returns uids whose installations changed
   */
  async writeDevices(
    tx: Tx,
    appId: number,
    devices: readonly PlannedDevice[],
    uids: ReadonlyMap<string, number>,
  ): Promise<number[]> {
    const claims = devices.map(({ token, instId }): TokenClaim => ({ key: token.key, instId }));
    const claimedHashes = await this.tokens.claimOrLock(tx, appId, claims);
    const owners = await this.findOwnersByHash(
      appId,
      devices.filter(({ hash }) => !claimedHashes.has(hash)),
      tx,
    );
    const insert: InstallationRow[] = [];
    const refresh: InstallationRow[] = [];
    const move: TokenClaim[] = [];
    const lose: { uid: number; instId: number; token: string }[] = [];
    const detailed: DetailedInstallation[] = [];
    for (const device of devices) {
      const uid = uids.get(device.extId);
      const owner = owners.get(device.hash);
      if (uid === undefined || (!owner && !claimedHashes.has(device.hash))) {
        throw new ConcurrentWriteError('A user or a token was deleted by another request');
      }
      const row = { uid, platform: PLATFORMS[device.platform].number, token: device.token.text };
      const { details = {} } = device;
      if (owner?.uid === uid) {
        refresh.push(...(isOutdated(owner, device.hash) ? [] : [{ ...row, instId: owner.instId }]));
        detailed.push(...(hasDetails(details) ? [{ uid, instId: owner.instId, details }] : []));
        continue;
      }
      if (!device.isNew) {
        throw new ConcurrentWriteError('A token moved to another user');
      }
      insert.push({ ...row, instId: device.instId, details });
      if (owner) {
        move.push({ key: device.token.key, instId: device.instId });
        lose.push(...findTokenLoss(owner));
      }
    }
    const changed = await this.applyChanges(tx, appId, { insert, refresh, move, lose });
    const redescribed = detailed.length > 0 ? await this.details.update(tx, appId, detailed) : [];
    return [...changed, ...redescribed];
  }

  /**
   * Gives a token to the installation of the device that reports it. A token that a server has registered for another installation stays there,
   * unless the user of this one is proven: who knows a token must not stop the pushes of its user.
   *
   * @returns uids of the users that lost it; undefined when it stays where it is
   */
  async claimToken(tx: Tx, appId: number, claim: TokenClaim, isUserProven: boolean): Promise<number[] | undefined> {
    await this.tokens.claimOrLock(tx, appId, [claim]);
    const [owner] = await this.tokens.findOwners(appId, [claim.key], tx);
    if (!owner || owner.instId === claim.instId) {
      return [];
    }
    const lose = findTokenLoss(owner);
    if (lose.length > 0 && owner.serverRegistered && !isUserProven) {
      return undefined;
    }
    return this.applyChanges(tx, appId, { insert: [], refresh: [], move: [claim], lose });
  }

  /** Reassigns a locked token. */
  private async applyChanges(tx: Tx, appId: number, { insert, refresh, move, lose }: DeviceChanges): Promise<number[]> {
    if (move.length > 0) {
      await this.tokens.reassign(tx, appId, move);
    }
    const lost = lose.length > 0 ? await this.installations.clearTokens(tx, appId, lose) : [];
    if (insert.length > 0) {
      await this.installations.insert(tx, appId, insert);
    }
    const refreshed = refresh.length > 0 ? await this.installations.setTokens(tx, appId, refresh, 'server') : [];
    return [...lost, ...insert.map((row) => row.uid), ...refreshed];
  }

  private async findOwnersByHash(
    appId: number,
    devices: readonly UserDevice[],
    tx?: Tx,
  ): Promise<Map<string, TokenOwner>> {
    if (devices.length === 0) {
      return new Map();
    }
    const owners = await this.tokens.findOwners(
      appId,
      devices.map(({ token }) => token.key),
      tx,
    );
    return new Map(owners.map((owner) => [owner.hash, owner]));
  }
}

interface DeviceChanges {
  insert: readonly InstallationRow[];
  refresh: readonly InstallationRow[];
  move: readonly TokenClaim[];
  lose: readonly { uid: number; instId: number; token: string }[];
}

export function hasDetails(details: DeviceDetails): boolean {
  return Object.keys(details).length > 0;
}

/** Tests if the device itself reported a newer token than the server's list has. @param hash  of the server's token */
export function isOutdated(owner: TokenOwner, hash: string): boolean {
  return owner.claimed && owner.token !== null && !holdsToken(owner, hash);
}

/** Tests if the installation has this token now, and not a newer one. */
function holdsToken(owner: TokenOwner, hash: string): boolean {
  return owner.token !== null && tokenKey(owner.token).hash.toString('hex') === hash;
}

/** Finds the data that the owner of a token loses when it is reassigned: nothing, when the owner has a newer token. */
export function findTokenLoss(owner: TokenOwner): { uid: number; instId: number; token: string }[] {
  return owner.uid !== null && owner.token !== null && holdsToken(owner, owner.hash)
    ? [{ uid: owner.uid, instId: owner.instId, token: owner.token }]
    : [];
}

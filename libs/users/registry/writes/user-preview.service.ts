import { Injectable } from '@nestjs/common';
import { PLATFORMS } from '#libs/content';
import { mapInStretches } from '#platform/async';
import {
  DeviceDetailsRepository,
  type DetailedInstallation,
  InstallationRepository,
  type InstallationRow,
  TokenRepository,
} from '#libs/users/devices';
import type { UserChange } from './user-changes.js';
import { UserRepository, TagService } from '#libs/users/profiles';
import { findTokenLoss, hasDetails, isOutdated } from './device-writer.service.js';
import { toConsentRows, toUserRow } from './user-batch.js';

/** The changes that a batch would make, by extId. */
export interface UserPreview {
  created: ReadonlySet<string>;
  changed: ReadonlySet<string>;
}

/** Forecasts the changes of `UserWriterService.write`, by the conditions of its statements, and changes nothing. */
@Injectable()
export class UserPreviewService {
  constructor(
    private readonly users: UserRepository,
    private readonly tags: TagService,
    private readonly tokens: TokenRepository,
    private readonly installations: InstallationRepository,
    private readonly details: DeviceDetailsRepository,
  ) {}

  /** @param attrIds  id of every attribute code in `changes`; below 0 for one that is not defined */
  async preview(
    appId: number,
    changes: readonly UserChange[],
    attrIds: ReadonlyMap<string, number>,
  ): Promise<UserPreview> {
    if (changes.length === 0) {
      return { created: new Set(), changed: new Set() };
    }
    const names = new Set(changes.flatMap((change) => [...change.tags]));
    const tagIds = await this.tags.findIds(appId, names);
    // No user has the tag of such an id.
    [...names].filter((name) => !tagIds.has(name)).forEach((name, index) => tagIds.set(name, -1 - index));
    const rows = await mapInStretches(changes, (change) => toUserRow({ attrIds, tagIds }, change, 0));
    const existing = await this.users.findDifferences(appId, rows);
    const uids = new Map(existing.map(({ extId, uid }) => [extId, uid]));
    const extIds = new Map(existing.map(({ extId, uid }) => [uid, extId]));
    const present = changes.filter(({ extId }) => uids.has(extId));
    const changedUids = [
      ...existing.filter(({ differs }) => differs).map(({ uid }) => uid),
      ...(await this.findConsentChanges(appId, present, uids)),
      ...(await this.findDeviceChanges(appId, changes, uids)),
    ];
    return {
      created: new Set(changes.flatMap(({ extId }) => (uids.has(extId) ? [] : [extId]))),
      changed: new Set(changedUids.flatMap((uid) => extIds.get(uid) ?? [])),
    };
  }

  private async findConsentChanges(
    appId: number,
    changes: readonly UserChange[],
    uids: ReadonlyMap<string, number>,
  ): Promise<number[]> {
    const consents = changes.filter(({ consent }) => consent);
    return consents.length > 0 ? this.users.findConsentDifferences(appId, toConsentRows(consents, uids)) : [];
  }

  /** @returns uids of users whose devices would change, also of users outside of the batch */
  private async findDeviceChanges(
    appId: number,
    changes: readonly UserChange[],
    uids: ReadonlyMap<string, number>,
  ): Promise<number[]> {
    const devices = changes.flatMap((change) =>
      [...change.devices].map(([hash, device]) => ({ change, hash, device })),
    );
    if (devices.length === 0) {
      return [];
    }
    const keys = devices.map(({ device }) => device.token.key);
    const owners = new Map((await this.tokens.findOwners(appId, keys)).map((owner) => [owner.hash, owner]));
    const changed: number[] = [];
    const refresh: InstallationRow[] = [];
    const detailed: DetailedInstallation[] = [];
    for (const { change, hash, device } of devices) {
      const { platform, token, details = {} } = device;
      const [uid, owner] = [uids.get(change.extId), owners.get(hash)];
      if (uid === undefined || owner?.uid !== uid) {
        changed.push(
          ...(uid === undefined ? [] : [uid]),
          ...(owner ? findTokenLoss(owner).map((loss) => loss.uid) : []),
        );
        continue;
      }
      const { instId } = owner;
      const row = { uid, instId, platform: PLATFORMS[platform].number, token: token.text };
      refresh.push(...(isOutdated(owner, hash) ? [] : [row]));
      detailed.push(...(hasDetails(details) ? [{ uid, instId, details }] : []));
    }
    return [
      ...changed,
      ...(refresh.length > 0 ? await this.installations.findTokenDifferences(appId, refresh) : []),
      ...(detailed.length > 0 ? await this.details.findDifferences(appId, detailed) : []),
    ];
  }
}

import { Injectable } from '@nestjs/common';
import type { Channel } from '#libs/channels';
import { channelOf, platformByNumber, type Platform } from '#libs/content';
import { Database } from '#platform/db';
import { AppError, malformed, missing } from '#platform/errors';
import { bucketOf } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { retryOnConflict } from '#libs/users/identities';
import {
  AttributeService,
  type Profile,
  buildProfile,
  withoutPrivate,
  RemovalService,
  UserRepository,
  type UserProfileRow,
} from '#libs/users/profiles';
import { BY_HERALD, declareConsentOrigin, type ConsentOrigin } from '#libs/users/consent';
import { tokenKey } from './model/device-token.js';
import { DeviceRepository, type DeviceRow } from './device.repository.js';
import { InstallationRepository } from './store/installation.repository.js';
import { TokenRepository } from './tokens/token.repository.js';
import type { Device, DevicePage, DevicePageRequest, DeviceSubject } from './model/device.types.js';

/** Reads of users and devices for servers, and the push permission of a user or device. */
@Injectable()
export class DeviceService {
  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly attributes: AttributeService,
    private readonly installations: InstallationRepository,
    private readonly tokens: TokenRepository,
    private readonly deviceRepository: DeviceRepository,
    private readonly removals: RemovalService,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * @param isPrivateShown  whether the profile has private values
   * @throws AppError unknown_subject
   */
  async getProfileAttributes(
    appId: number,
    extId: string,
    isPrivateShown = true,
  ): Promise<{ extId: string; profile: Profile }> {
    const [user, definitions] = await Promise.all([this.getUser(appId, extId), this.attributes.getDefinitions(appId)]);
    const survivedRemovals = await this.removals.findSurvivors(appId, definitions, [user.uid]);
    const profile = buildProfile(user, definitions, survivedRemovals.get(user.uid));
    return { extId, profile: isPrivateShown ? profile : withoutPrivate(profile, definitions) };
  }

  /**
   * @param onlyPermitted  leaves out devices that are opted out of push
   * @throws AppError unknown_subject
   */
  async getDevices(
    appId: number,
    extId: string,
    onlyPermitted: boolean,
  ): Promise<{ extId: string; devices: Device[] }> {
    const rows = await this.requireFound(extId, () =>
      this.deviceRepository.findByExtId(appId, bucketOf(appId, extId), extId),
    );
    const devices = rows.map(toDevice);
    return { extId, devices: devices.filter((device) => device.pushPermitted || !onlyPermitted) };
  }

  /**
   * A page of all devices with a token. A page of a walk along `next` reads only its own rows and repeats the total of
   * the first page. A page by offset alone counts again.
   */
  async getDeviceTokens(appId: number, request: DevicePageRequest): Promise<DevicePage> {
    const { max, offset, after } = request;
    const start = after ? { after, offset: 0 } : { offset };
    const [rows, total] = await Promise.all([
      this.deviceRepository.findPage(appId, start, max + 1),
      after ? after.total : this.deviceRepository.countWithToken(appId),
    ]);
    const page = rows.slice(0, max);
    const last = page.at(-1);
    return {
      total,
      devices: page.map(toDevice),
      ...(rows.length > max && last && { next: { uid: last.uid, instId: last.instId, total } }),
    };
  }

  /** @throws AppError unknown_subject */
  async getUid(appId: number, extId: string): Promise<number> {
    return (await this.getUser(appId, extId)).uid;
  }

  /**
   * Opts every device of a user, or the one with a token, in or out of push.
   *
   * @throws AppError missing_field or malformed unless exactly one of the two is given; unknown_subject
   */
  async setPushPermission(
    appId: number,
    subject: DeviceSubject,
    permitted: boolean,
    origin: ConsentOrigin = BY_HERALD,
  ): Promise<void> {
    await retryOnConflict(async () => {
      const { uid, instId } = await this.resolveSubject(appId, subject);
      await this.db.tx(async (tx) => {
        await declareConsentOrigin(tx, origin);
        const changed = await this.installations.setPushPermitted(tx, appId, uid, permitted, instId);
        await this.outbox.add(tx, { appId, kind: 'installation', uids: changed > 0 ? [uid] : [], keys: [] });
      });
    });
  }

  /** Channels of push by which a user can be reached. */
  async findPushChannels(appId: number, uid: number): Promise<Channel[]> {
    const reached = await this.deviceRepository.findReachedPlatforms(appId, uid);
    return reached.flatMap(({ platform: number, begin }) => {
      const platform = platformByNumber(number);
      return platform ? [channelOf(platform, begin)] : [];
    });
  }

  private async resolveSubject(
    appId: number,
    { extId, deviceToken }: DeviceSubject,
  ): Promise<{ uid: number; instId?: number }> {
    if (extId !== undefined && deviceToken !== undefined) {
      throw malformed("Fields 'extId' and 'deviceToken' exclude each other: give exactly one");
    }
    if (extId !== undefined) {
      return { uid: await this.getUid(appId, extId) };
    }
    if (deviceToken === undefined) {
      throw missing('extId or deviceToken');
    }
    const [owner] = await this.tokens.findOwners(appId, [tokenKey(deviceToken)]);
    if (!owner || owner.uid === null) {
      throw new AppError('unknown_subject', 'No device has this deviceToken');
    }
    return { uid: owner.uid, instId: owner.instId };
  }

  private async getUser(appId: number, extId: string): Promise<UserProfileRow> {
    return this.requireFound(extId, () => this.users.findProfile(appId, bucketOf(appId, extId), extId));
  }

  /** Runs a look-up by extId. @throws AppError unknown_subject */
  private async requireFound<R>(extId: string, find: () => Promise<R | undefined>): Promise<R> {
    const result = extId.includes('\0') ? undefined : await find();
    if (result === undefined) {
      throw new AppError('unknown_subject', `No user has the extId '${extId.slice(0, 100)}'`);
    }
    return result;
  }
}

function toDevice({ platform, token, deviceModel, pushPermitted }: DeviceRow): Device {
  return { platform: toPlatformName(platform), token, deviceModel, pushPermitted };
}

function toPlatformName(number: number): Platform {
  const name = platformByNumber(number);
  if (name === undefined) {
    throw new Error(`No platform has the number ${number}`);
  }
  return name;
}

import { Injectable } from '@nestjs/common';
import type { Channel } from '#libs/channels/definitions';
import { channelOf, platformByNumber, type Platform } from '#libs/content';
import { AppError } from '#platform/errors';
import { bucketOf } from '#platform/ids';
import {
  AttributeService,
  type Profile,
  buildProfile,
  withoutPrivate,
  RemovalService,
  UserRepository,
  type UserProfileRow,
} from '#libs/users/profiles';
import { DeviceRepository, type DeviceRow } from './device.repository.js';
import type { Device, DevicePage, DevicePageRequest } from './model/device.types.js';

/** Reads users and devices for servers. */
@Injectable()
export class DeviceService {
  constructor(
    private readonly users: UserRepository,
    private readonly attributes: AttributeService,
    private readonly deviceRepository: DeviceRepository,
    private readonly removals: RemovalService,
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

  /** Channels of push by which a user can be reached. */
  async findPushChannels(appId: number, uid: number): Promise<Channel[]> {
    const reached = await this.deviceRepository.findReachedPlatforms(appId, uid);
    return reached.flatMap(({ platform: number, begin }) => {
      const platform = platformByNumber(number);
      return platform ? [channelOf(platform, begin)] : [];
    });
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

import { Injectable } from '@nestjs/common';
import { platformByNumber, type Platform } from '#libs/content';
import { Database } from '#platform/db';
import { AppError, malformed, missing } from '#platform/errors';
import { bucketOf } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { inAttempts } from '../attempts.js';
import { AttributeService } from '../attributes/attribute.service.js';
import type { Profile } from '../attributes/attribute.types.js';
import { tokenKey } from './device-token.js';
import { DeviceRepository, type DeviceRow } from './device.repository.js';
import { InstallationRepository } from './installation.repository.js';
import { profileOf } from '../attributes/profiles.js';
import { RemovalService } from '../attributes/removal.service.js';
import { TokenRepository } from './token.repository.js';
import { UserRepository, type UserProfileRow } from '../user.repository.js';
import type { Device, DevicePage, DeviceWalk, PushSubject } from '../users.types.js';

/** What servers ask of one user, and the push permission of a user or device. */
@Injectable()
export class DeviceService {
  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly attributes: AttributeService,
    private readonly installations: InstallationRepository,
    private readonly tokens: TokenRepository,
    private readonly rows: DeviceRepository,
    private readonly removals: RemovalService,
    private readonly outbox: OutboxRepository,
  ) {}

  /** @throws AppError unknown_subject */
  async getProfileAttributes(appId: number, extId: string): Promise<{ extId: string; profile: Profile }> {
    const [user, definitions] = await Promise.all([this.getUser(appId, extId), this.attributes.definitions(appId)]);
    const survived = await this.removals.survivors(appId, definitions, [user.uid]);
    return { extId, profile: profileOf(user, definitions, survived.get(user.uid)) };
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
    const rows = await this.findBy(extId, () => this.rows.findDevices(appId, bucketOf(appId, extId), extId));
    const devices = rows.map(toDevice);
    return { extId, devices: devices.filter((device) => device.pushPermitted || !onlyPermitted) };
  }

  /**
   * A page of all devices that have a token. A walk along `next` costs each page only its own rows, and tells the total of
   * its beginning; a page that is asked for by offset alone is counted anew.
   */
  async getDeviceTokens(appId: number, walk: DeviceWalk): Promise<DevicePage> {
    const { max, offset, after } = walk;
    const start = after ? { after, offset: 0 } : { offset };
    const [rows, total] = await Promise.all([
      this.rows.find(appId, start, max + 1),
      after ? after.total : this.rows.count(appId),
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
  async uidOf(appId: number, extId: string): Promise<number> {
    return (await this.getUser(appId, extId)).uid;
  }

  /**
   * Opts every device of a user, or the one with a token, in or out of push.
   *
   * @throws AppError missing_field or malformed unless exactly one of the two is given; unknown_subject
   */
  async permitPush(appId: number, subject: PushSubject, permitted: boolean): Promise<void> {
    await inAttempts(async () => {
      const { uid, instId } = await this.find(appId, subject);
      await this.db.tx(async (tx) => {
        const changed = await this.installations.setPushPermitted(tx, appId, uid, permitted, instId);
        await this.outbox.add(tx, { appId, kind: 'installation', uids: changed > 0 ? [uid] : [], keys: [] });
      });
    });
  }

  private async find(appId: number, { extId, deviceToken }: PushSubject): Promise<{ uid: number; instId?: number }> {
    if (extId !== undefined && deviceToken !== undefined) {
      throw malformed("Fields 'extId' and 'deviceToken' exclude each other: give exactly one");
    }
    if (extId !== undefined) {
      return { uid: await this.uidOf(appId, extId) };
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
    return this.findBy(extId, () => this.users.findProfile(appId, bucketOf(appId, extId), extId));
  }

  /** What `find` finds by an extId. @throws AppError unknown_subject */
  private async findBy<R>(extId: string, find: () => Promise<R | undefined>): Promise<R> {
    const found = extId.includes('\0') ? undefined : await find();
    if (found === undefined) {
      throw new AppError('unknown_subject', `No user has the extId '${extId.slice(0, 100)}'`);
    }
    return found;
  }
}

function toDevice({ platform, token, deviceModel, pushPermitted }: DeviceRow): Device {
  return { platform: nameOf(platform), token, deviceModel, pushPermitted };
}

function nameOf(number: number): Platform {
  const name = platformByNumber(number);
  if (name === undefined) {
    throw new Error(`No platform has the number ${number}`);
  }
  return name;
}

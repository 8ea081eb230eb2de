import { Injectable } from '@nestjs/common';
import { BY_HERALD, declareConsentOrigin, type ConsentOrigin } from '#libs/users/consent';
import { retryOnConflict } from '#libs/users/identities';
import { Database } from '#platform/db';
import { AppError, malformed, missing } from '#platform/errors';
import { OutboxRepository } from '#platform/outbox';
import { DeviceService } from './device.service.js';
import { tokenKey } from './model/device-token.js';
import type { DeviceSubject } from './model/device.types.js';
import { InstallationRepository } from './store/installation.repository.js';
import { TokenRepository } from './tokens/token.repository.js';

/** Opts devices in or out of push. */
@Injectable()
export class PushPermissionService {
  constructor(
    private readonly db: Database,
    private readonly devices: DeviceService,
    private readonly installations: InstallationRepository,
    private readonly tokens: TokenRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Opts every device of a user, or the one with a token, in or out of push.
   *
   * @throws AppError missing_field or malformed unless exactly one of the two is given; unknown_subject
   */
  async set(
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

  private async resolveSubject(
    appId: number,
    { extId, deviceToken }: DeviceSubject,
  ): Promise<{ uid: number; instId?: number }> {
    if (extId !== undefined && deviceToken !== undefined) {
      throw malformed("Fields 'extId' and 'deviceToken' exclude each other: give exactly one");
    }
    if (extId !== undefined) {
      return { uid: await this.devices.getUid(appId, extId) };
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
}

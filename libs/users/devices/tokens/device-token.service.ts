import { Injectable } from '@nestjs/common';
import type { Platform } from '#libs/content';
import { Config } from '#platform/config';
import { PushServices } from '#platform/net';
import type { DeviceToken } from '../model/device.types.js';
import { readDeviceToken } from '../model/device-token.js';

/** Reads tokens that devices or servers register. */
@Injectable()
export class DeviceTokenService {
  private readonly pushServices: PushServices;

  constructor(config: Config) {
    this.pushServices = new PushServices(config);
  }

  /**
   * Reads a token. A web push subscription must lead to a known push service.
   *
   * @param field  its name in the request
   * @throws AppError missing_field or malformed
   */
  readToken(platform: Platform, token: string, field: string): DeviceToken {
    return readDeviceToken(platform, token, { field, pushServices: this.pushServices });
  }
}

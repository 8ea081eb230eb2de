import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { DeviceService, PushPermissionService, type DeviceCursor } from '#libs/users/devices';
import { malformed } from '#platform/errors';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { PageLink, type Link } from '../../http/request/request-context.js';
import { OkResponse, EmptyResponse, ErrorResponses } from '../../http/responses/responses.js';
import { originOf } from './consent/consent-origin.js';
import { DevicesDto, DevicesQuery, DeviceTokensDto, DeviceTokensQuery, PushSubjectDto } from './devices.dto.js';

/** Devices of users and their push permission (specification, sections 3 and 4.1). */
@RestApi('Devices')
@RequiresScope('users')
@Controller('rest/3.0')
export class DevicesController {
  constructor(
    private readonly devices: DeviceService,
    private readonly pushPermissions: PushPermissionService,
  ) {}

  @Get('getDevices')
  @ErrorResponses('unknown_subject')
  @OkResponse('Lists the devices of a user', DevicesDto)
  async getDevices(@CurrentCaller() { appId }: Caller, @Query() query: DevicesQuery): Promise<DevicesDto> {
    return this.devices.getDevices(appId, query.extId, query.pushPermitted === true);
  }

  /** `offset` is for people; `after` finds the page, so that a late page costs no more than the first. */
  @Get('getDeviceTokens')
  @RequiresScope('device-tokens')
  @OkResponse('Lists all devices with a token, page by page', DeviceTokensDto)
  async getDeviceTokens(
    @CurrentCaller() { appId }: Caller,
    @Query() { max, offset, after }: DeviceTokensQuery,
    @PageLink() link: Link,
  ): Promise<DeviceTokensDto> {
    const { next, ...page } = await this.devices.getDeviceTokens(appId, { max, offset, after: readCursor(after) });
    return { ...(next && { nextPage: link({ offset: offset + max, max, after: writeCursor(next) }) }), ...page };
  }

  @Post('enablePush')
  @ErrorResponses('unknown_subject')
  @EmptyResponse('Opts all devices of a user, or one device, in to push')
  async enablePush(@CurrentCaller() caller: Caller, @Body() body: PushSubjectDto): Promise<void> {
    await this.pushPermissions.set(caller.appId, body, true, originOf(caller));
  }

  @Post('disablePush')
  @ErrorResponses('unknown_subject')
  @EmptyResponse('Opts all devices of a user, or one device, out of push')
  async disablePush(@CurrentCaller() caller: Caller, @Body() body: PushSubjectDto): Promise<void> {
    await this.pushPermissions.set(caller.appId, body, false, originOf(caller));
  }
}

function writeCursor({ uid, instId, total }: DeviceCursor): string {
  return `${uid}.${instId}.${total}`;
}

function readCursor(text: string | undefined): DeviceCursor | undefined {
  if (text === undefined) {
    return undefined;
  }
  const [, uid, instId, total] = /^(\d{1,15})\.(\d{1,10})\.(\d{1,15})$/.exec(text) ?? [];
  if (uid === undefined) {
    throw malformed("Field 'after' should be as it stands in 'nextPage'");
  }
  return { uid: Number(uid), instId: Number(instId), total: Number(total) };
}

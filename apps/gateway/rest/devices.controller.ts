import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { DeviceService } from '#libs/users';
import { Answers, AnswersEmpty } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { DevicesDto, DevicesQuery, PushSubjectDto } from './devices.dto.js';

/** Devices of users and their push permission (specification, sections 3 and 4.1). */
@RestSurface('Devices')
@NeedsScope('users')
@Controller('rest/3.0')
export class DevicesController {
  constructor(private readonly devices: DeviceService) {}

  @Get('getDevices')
  @Answers('Devices of one user', DevicesDto)
  async getDevices(@CallerOf() { appId }: Caller, @Query() query: DevicesQuery): Promise<DevicesDto> {
    return this.devices.getDevices(appId, query.extId, query.pushPermitted === true);
  }

  @Post('enablePush')
  @AnswersEmpty('Opts all devices of a user, or one device, in to push')
  async enablePush(@CallerOf() { appId }: Caller, @Body() body: PushSubjectDto): Promise<void> {
    await this.devices.permitPush(appId, body, true);
  }

  @Post('disablePush')
  @AnswersEmpty('Opts all devices of a user, or one device, out of push')
  async disablePush(@CallerOf() { appId }: Caller, @Body() body: PushSubjectDto): Promise<void> {
    await this.devices.permitPush(appId, body, false);
  }
}

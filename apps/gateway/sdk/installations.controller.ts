import { Body, Controller, Post } from '@nestjs/common';
import { IdentityService } from '#libs/identity';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, SdkApi } from '../http/auth/api-key.guard.js';
import { CountsRegistrations } from '../http/limits/device-limit.interceptor.js';
import { ErrorResponses, OkResponse } from '../http/responses/responses.js';
import { InstallationDto, RegisterInstallationDto } from './installations.dto.js';

/** Installations of apps and pages. */
@SdkApi('Installations')
@Controller('sdk/1.0')
export class InstallationsController {
  constructor(private readonly identity: IdentityService) {}

  @Post('installations')
  @CountsRegistrations()
  @ErrorResponses('user_unproven')
  @OkResponse('Registers this installation, or updates it with its id and secret', InstallationDto)
  async register(@CurrentCaller() { appId }: Caller, @Body() body: RegisterInstallationDto): Promise<InstallationDto> {
    return this.identity.register(appId, body);
  }
}

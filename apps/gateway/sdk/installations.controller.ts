import { Body, Controller, Post } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { InstallationService } from '#libs/users';
import { Answers } from '../http/answers.js';
import { CallerOf, SdkSurface } from '../http/api-key-guard.js';
import { InstallationDto, RegisterInstallationDto } from './installations.dto.js';

/** What apps and pages tell of themselves. */
@SdkSurface('Installations')
@Controller('sdk/1.0')
export class InstallationsController {
  constructor(private readonly installations: InstallationService) {}

  @Post('installations')
  @Answers('Registers this installation, or refreshes it with its id and secret', InstallationDto)
  async register(@CallerOf() { appId }: Caller, @Body() body: RegisterInstallationDto): Promise<InstallationDto> {
    return this.installations.register(appId, body);
  }
}

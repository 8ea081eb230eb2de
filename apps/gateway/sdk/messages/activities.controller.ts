import { Body, Controller, Post } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { ActivityTokenService } from '#libs/users/devices';
import { InstallationService } from '#libs/users/registry';
import { CurrentCaller, SdkApi } from '../../http/auth/api-key.guard.js';
import { EmptyResponse } from '../../http/responses/responses.js';
import { ActivityTokenDto, EndedActivityDto } from './activities.dto.js';

/** Live activities of iOS. */
@SdkApi('Live activities')
@Controller('sdk/1.0/activities')
export class ActivitiesController {
  constructor(
    private readonly installations: InstallationService,
    private readonly activityTokens: ActivityTokenService,
  ) {}

  @Post()
  @EmptyResponse('Registers a token that starts live activities, or that updates one. It replaces the former one')
  async register(@CurrentCaller() { appId }: Caller, @Body() body: ActivityTokenDto): Promise<void> {
    const { installationId, secret, ...registration } = body;
    const device = await this.installations.authenticate(appId, { installationId, secret });
    await this.activityTokens.register(appId, device, registration);
  }

  @Post('end')
  @EmptyResponse('Ends a token: nothing is sent to it any more')
  async end(@CurrentCaller() { appId }: Caller, @Body() { token, ...credentials }: EndedActivityDto): Promise<void> {
    const device = await this.installations.authenticate(appId, credentials);
    await this.activityTokens.end(appId, device, token);
  }
}

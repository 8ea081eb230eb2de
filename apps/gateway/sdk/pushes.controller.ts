import { Body, Controller, Post } from '@nestjs/common';
import { ClickService } from '#libs/delivery';
import type { Caller } from '#libs/tenancy';
import { InstallationService } from '#libs/users';
import { CurrentCaller, SdkApi } from '../http/auth/api-key.guard.js';
import { EmptyResponse, ErrorResponses } from '../http/responses/responses.js';
import { ClickDto } from './clicks.dto.js';

/** What becomes of a push on its device. */
@SdkApi('Pushes')
@Controller('sdk/1.0/push')
export class PushesController {
  constructor(
    private readonly installations: InstallationService,
    private readonly clicks: ClickService,
  ) {}

  @Post('received')
  @ErrorResponses('unknown_key')
  @EmptyResponse('Reports that a push arrived; kept once, in no figure')
  async received(@CurrentCaller() { appId }: Caller, @Body() body: ClickDto): Promise<void> {
    const device = await this.installations.authenticate(appId, body);
    await this.clicks.recordArrival(appId, device, body.messageId);
  }

  @Post('opened')
  @ErrorResponses('unknown_key')
  @EmptyResponse('Reports that the user opened a push: the same as a click, and counted once with it')
  async opened(@CurrentCaller() { appId }: Caller, @Body() body: ClickDto): Promise<void> {
    const device = await this.installations.authenticate(appId, body);
    await this.clicks.recordClick(appId, device, body.messageId);
  }
}

import { Body, Controller, Post } from '@nestjs/common';
import { ClickService } from '#libs/delivery';
import type { Caller } from '#libs/tenancy';
import { InstallationService } from '#libs/users';
import { CurrentCaller, SdkApi } from '../http/auth/api-key.guard.js';
import { EmptyResponse, ErrorResponses } from '../http/responses/responses.js';
import { ButtonClickDto } from './clicks.dto.js';

/** What a device tells about the pushes it got. */
@SdkApi('Pushes')
@Controller('sdk/1.0/push')
export class ClicksController {
  constructor(
    private readonly installations: InstallationService,
    private readonly clicks: ClickService,
  ) {}

  @Post('clicked')
  @ErrorResponses('unknown_key')
  @EmptyResponse('Reports that the user opened a push or tapped one of its buttons; counted once')
  async clicked(@CurrentCaller() { appId }: Caller, @Body() body: ButtonClickDto): Promise<void> {
    const device = await this.installations.authenticate(appId, body);
    await this.clicks.recordClick(appId, device, body.messageId, body.button);
  }
}

import { Body, Controller, Post } from '@nestjs/common';
import { ClickService } from '#libs/delivery/engagement';
import type { Caller } from '#libs/tenancy';
import { InstallationService } from '#libs/users/registry';
import { CurrentCaller, SdkApi } from '../../http/auth/api-key.guard.js';
import { EmptyResponse, ErrorResponses } from '../../http/responses/responses.js';
import { ButtonClickDto, PushDto } from './pushes.dto.js';

/** Reports of devices about their pushes. */
@SdkApi('Pushes')
@Controller('sdk/1.0/push')
export class PushesController {
  constructor(
    private readonly installations: InstallationService,
    private readonly clicks: ClickService,
  ) {}

  @Post('received')
  @ErrorResponses('unknown_key')
  @EmptyResponse('Reports that a push arrived. It is stored once and not counted')
  async received(@CurrentCaller() { appId }: Caller, @Body() body: PushDto): Promise<void> {
    const device = await this.installations.authenticate(appId, body);
    await this.clicks.recordArrival(appId, device, body.messageId);
  }

  @Post('opened')
  @ErrorResponses('unknown_key')
  @EmptyResponse('Reports that the user opened a push. It counts once, together with clicks')
  async opened(@CurrentCaller() { appId }: Caller, @Body() body: PushDto): Promise<void> {
    const device = await this.installations.authenticate(appId, body);
    await this.clicks.recordClick(appId, device, body.messageId);
  }

  @Post('clicked')
  @ErrorResponses('unknown_key')
  @EmptyResponse('Reports that the user opened a push or tapped one of its buttons. It counts once')
  async clicked(@CurrentCaller() { appId }: Caller, @Body() body: ButtonClickDto): Promise<void> {
    const device = await this.installations.authenticate(appId, body);
    await this.clicks.recordClick(appId, device, body.messageId, body.button);
  }
}

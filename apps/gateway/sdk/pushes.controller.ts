import { Body, Controller, Post } from '@nestjs/common';
import { ClickService } from '#libs/delivery';
import type { Caller } from '#libs/tenancy';
import { InstallationService } from '#libs/users';
import { AnswersEmpty, Refuses } from '../http/answers.js';
import { CallerOf, SdkSurface } from '../http/api-key-guard.js';
import { ClickDto } from './clicks.dto.js';

/** What becomes of a push on its device. */
@SdkSurface('Pushes')
@Controller('sdk/1.0/push')
export class PushesController {
  constructor(
    private readonly installations: InstallationService,
    private readonly clicks: ClickService,
  ) {}

  @Post('received')
  @Refuses('unknown_key')
  @AnswersEmpty('Reports that a push arrived; kept once, in no figure')
  async received(@CallerOf() { appId }: Caller, @Body() body: ClickDto): Promise<void> {
    const device = await this.installations.authenticate(appId, body);
    await this.clicks.recordArrival(appId, device, body.messageId);
  }

  @Post('opened')
  @Refuses('unknown_key')
  @AnswersEmpty('Reports that the user opened a push: the same as a click, and counted once with it')
  async opened(@CallerOf() { appId }: Caller, @Body() body: ClickDto): Promise<void> {
    const device = await this.installations.authenticate(appId, body);
    await this.clicks.recordClick(appId, device, body.messageId);
  }
}

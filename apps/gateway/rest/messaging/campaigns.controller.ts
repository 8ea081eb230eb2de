import { Controller, Post } from '@nestjs/common';
import { CampaignStateService } from '#libs/notifications/campaigns';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { EmptyResponse, ErrorResponses } from '../../http/responses/responses.js';
import { Entries } from '../../http/validation/list-body.js';
import { CampaignDto, SpeedChangeDto, toKeys, toSpeedChanges } from './campaigns.dto.js';

const MAX_ENTRIES = 1000;

/** Control of scheduled and running campaigns. Beyond the specification; bodies are like those of `sendPushApproval`. */
@RestApi('Notifications')
@Controller('rest/3.0')
export class CampaignsController {
  constructor(private readonly campaigns: CampaignStateService) {}

  @Post('pauseNotification')
  @RequiresScope('notifications')
  @ErrorResponses('unknown_key', 'wrong_state')
  @EmptyResponse('Pauses campaigns until they are resumed')
  async pause(
    @CurrentCaller() caller: Caller,
    @Entries(CampaignDto, { max: MAX_ENTRIES }) entries: CampaignDto[],
  ): Promise<void> {
    await this.campaigns.pause(caller, toKeys(entries));
  }

  @Post('resumeNotification')
  @RequiresScope('notifications')
  @ErrorResponses('unknown_key', 'wrong_state')
  @EmptyResponse('Resumes paused campaigns where they stopped')
  async resume(
    @CurrentCaller() caller: Caller,
    @Entries(CampaignDto, { max: MAX_ENTRIES }) entries: CampaignDto[],
  ): Promise<void> {
    await this.campaigns.resume(caller, toKeys(entries));
  }

  @Post('stopNotification')
  @RequiresScope('notifications')
  @ErrorResponses('unknown_key', 'wrong_state')
  @EmptyResponse('Stops campaigns. Recipients not yet sent end as SKIPPED')
  async stop(
    @CurrentCaller() caller: Caller,
    @Entries(CampaignDto, { max: MAX_ENTRIES }) entries: CampaignDto[],
  ): Promise<void> {
    await this.campaigns.stop(caller, toKeys(entries));
  }

  @Post('changeSpeed')
  @RequiresScope('notifications')
  @ErrorResponses('unknown_key', 'wrong_state')
  @EmptyResponse('Changes the speed of campaigns from now on')
  async changeSpeed(
    @CurrentCaller() caller: Caller,
    @Entries(SpeedChangeDto, { max: MAX_ENTRIES }) entries: SpeedChangeDto[],
  ): Promise<void> {
    await this.campaigns.changeSpeed(caller, toSpeedChanges(entries));
  }
}

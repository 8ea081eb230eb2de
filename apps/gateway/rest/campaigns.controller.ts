import { Controller, Post } from '@nestjs/common';
import { CampaignStateService } from '#libs/notifications';
import type { Caller } from '#libs/tenancy';
import { AnswersEmpty, Refuses } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { Entries } from '../http/fields-pipe.js';
import { CampaignDto, SpeedChangeDto, toSpeedChanges } from './campaigns.dto.js';

const MAX_ENTRIES = 1000;

/** Campaigns that are under way or wait for their time. Beyond the specification; bodies are like `sendPushApproval`'s. */
@RestSurface('Notifications')
@Controller('rest/3.0')
export class CampaignsController {
  constructor(private readonly campaigns: CampaignStateService) {}

  @Post('pauseNotification')
  @NeedsScope('notifications')
  @Refuses('unknown_key', 'wrong_state')
  @AnswersEmpty('Holds campaigns until they are resumed')
  async pause(
    @CallerOf() caller: Caller,
    @Entries(CampaignDto, { max: MAX_ENTRIES }) entries: CampaignDto[],
  ): Promise<void> {
    await this.campaigns.pause(caller, keysOf(entries));
  }

  @Post('resumeNotification')
  @NeedsScope('notifications')
  @Refuses('unknown_key', 'wrong_state')
  @AnswersEmpty('Lets paused campaigns go on where they were held')
  async resume(
    @CallerOf() caller: Caller,
    @Entries(CampaignDto, { max: MAX_ENTRIES }) entries: CampaignDto[],
  ): Promise<void> {
    await this.campaigns.resume(caller, keysOf(entries));
  }

  @Post('stopNotification')
  @NeedsScope('notifications')
  @Refuses('unknown_key', 'wrong_state')
  @AnswersEmpty('Ends campaigns: whom they have not reached, they never will')
  async stop(
    @CallerOf() caller: Caller,
    @Entries(CampaignDto, { max: MAX_ENTRIES }) entries: CampaignDto[],
  ): Promise<void> {
    await this.campaigns.stop(caller, keysOf(entries));
  }

  @Post('changeSpeed')
  @NeedsScope('notifications')
  @Refuses('unknown_key', 'wrong_state')
  @AnswersEmpty('Sends campaigns at another speed from now on')
  async changeSpeed(
    @CallerOf() caller: Caller,
    @Entries(SpeedChangeDto, { max: MAX_ENTRIES }) entries: SpeedChangeDto[],
  ): Promise<void> {
    await this.campaigns.changeSpeed(caller, toSpeedChanges(entries));
  }
}

/** Each once. */
function keysOf(entries: readonly CampaignDto[]): number[] {
  return [...new Set(entries.map(({ messageId }) => messageId))];
}

import { Body, Controller, Post, UseFilters } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { CampaignService } from '#libs/notifications';
import type { Caller } from '#libs/tenancy';
import { Answers, Refuses } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { LEGACY_1_1, LEGACY_1_2 } from './legacy-bodies.js';
import { LegacyErrorFilter } from './legacy-error-filter.js';
import { LEGACY_DONE, LegacyAnswerDto } from './legacy.dto.js';

/** The push interface of before version 3.0 (specification, section 9): campaigns on the same way as all others. */
@RestSurface('Legacy push')
@UseFilters(LegacyErrorFilter)
@Controller('push')
export class LegacyController {
  constructor(private readonly notifications: CampaignService) {}

  @Post('1.1/notification')
  @NeedsScope('notifications')
  @ApiBody({ schema: LEGACY_1_1 })
  @Refuses('push_too_large')
  @Answers('Sends a push to everybody, to tags, or to one device', LegacyAnswerDto)
  async sendOld(@CallerOf() caller: Caller, @Body() body: unknown): Promise<LegacyAnswerDto> {
    return answer(await this.notifications.sendLegacy(caller, body, '1.1'));
  }

  @Post('1.2/notification')
  @NeedsScope('notifications')
  @ApiBody({ schema: LEGACY_1_2 })
  @Refuses('push_too_large', 'bad_address')
  @Answers('Sends a push to everybody, to tags, or by profile attributes', LegacyAnswerDto)
  async send(@CallerOf() caller: Caller, @Body() body: unknown): Promise<LegacyAnswerDto> {
    return answer(await this.notifications.sendLegacy(caller, body, '1.2'));
  }
}

function answer(notificationId: number): LegacyAnswerDto {
  return { code: LEGACY_DONE, result: { notificationId } };
}

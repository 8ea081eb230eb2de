import { Body, Controller, Post, UseFilters } from '@nestjs/common';
import { CampaignService, LegacyPush11Dto, LegacyPush12Dto } from '#libs/notifications/campaigns';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../http/auth/api-key.guard.js';
import { OkResponse, ErrorResponses } from '../http/responses/responses.js';
import { LegacyErrorFilter } from './legacy-error.filter.js';
import { LEGACY_DONE, LegacyAnswerDto } from './legacy.dto.js';

/** The push interface before version 3.0 (specification, section 9). Its sends are campaigns like all others. */
@RestApi('Legacy push')
@UseFilters(LegacyErrorFilter)
@Controller('push')
export class LegacyController {
  constructor(private readonly campaigns: CampaignService) {}

  @Post('1.1/notification')
  @RequiresScope('notifications')
  @ErrorResponses('push_too_large')
  @OkResponse('Sends a push to all users, to tags, or to one device', LegacyAnswerDto)
  async sendVersion11(@CurrentCaller() caller: Caller, @Body() body: LegacyPush11Dto): Promise<LegacyAnswerDto> {
    return toAnswer(await this.campaigns.sendLegacy(caller, body));
  }

  @Post('1.2/notification')
  @RequiresScope('notifications')
  @ErrorResponses('push_too_large', 'bad_address')
  @OkResponse('Sends a push to all users, to tags, or by profile attributes', LegacyAnswerDto)
  async sendVersion12(@CurrentCaller() caller: Caller, @Body() body: LegacyPush12Dto): Promise<LegacyAnswerDto> {
    return toAnswer(await this.campaigns.sendLegacy(caller, body));
  }
}

function toAnswer(notificationId: number): LegacyAnswerDto {
  return { code: LEGACY_DONE, result: { notificationId } };
}

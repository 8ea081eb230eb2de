import { Controller, Get } from '@nestjs/common';
import { JourneyAlarmService } from '#libs/journeys';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { OkResponse } from '../../http/responses/responses.js';
import { JourneyWeeksDto, toWeek } from './journey-digest.dto.js';

/** The week of journeys. Beyond the published interface. */
@RestApi('Journeys')
@RequiresScope('notifications')
@Controller('rest/3.0/journeys')
export class JourneyDigestController {
  constructor(private readonly alarms: JourneyAlarmService) {}

  @Get('digest')
  @OkResponse('Shows the last seven days of all journeys beside the seven before, with their alarms', JourneyWeeksDto)
  async digest(@CurrentCaller() { appId }: Caller): Promise<JourneyWeeksDto> {
    const { from, to, journeys } = await this.alarms.digest(appId);
    return { from: from.getTime(), to: to.getTime(), list: journeys.map(toWeek) };
  }
}

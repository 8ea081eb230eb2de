import { Controller, Post } from '@nestjs/common';
import { EventsService } from '#libs/events';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { EmptyResponse } from '../../http/responses/responses.js';
import { Entries } from '../../http/validation/list-body.js';
import { MAX_ENTRIES } from '../../http/request/body-limits.js';
import { FiredEventDto } from './events.dto.js';

/** Events about users (specification, sections 4.7 and 6). */
@RestApi('Events')
@RequiresScope('events')
@Controller('rest/3.0')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Post('fireEvents')
  @EmptyResponse('Reports events of users. Events with an undefined name are stored apart')
  async fireEvents(
    @CurrentCaller() { appId }: Caller,
    @Entries(FiredEventDto, { max: MAX_ENTRIES }) events: FiredEventDto[],
  ): Promise<void> {
    await this.events.fireEvents(appId, events);
  }
}

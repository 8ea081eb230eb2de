import { Controller, Post } from '@nestjs/common';
import { EventsService, type FiredEvent } from '#libs/events';
import type { Caller } from '#libs/tenancy';
import { EmptyResponse } from '../../http/responses/responses.js';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { FiredEvents } from './events.dto.js';

/** Events about users (specification, sections 4.7 and 6). */
@RestApi('Events')
@RequiresScope('events')
@Controller('rest/3.0')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Post('fireEvents')
  @EmptyResponse('Tells what users did; events whose name is not defined are kept apart')
  async fireEvents(@CurrentCaller() { appId }: Caller, @FiredEvents() events: FiredEvent[]): Promise<void> {
    await this.events.fireEvents(appId, events);
  }
}

import { Controller, Post } from '@nestjs/common';
import { EventsService, type FiredEvent } from '#libs/events';
import type { Caller } from '#libs/tenancy';
import { AnswersEmpty } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { FiredEvents } from './events.dto.js';

/** Events about users (specification, sections 4.7 and 6). */
@RestSurface('Events')
@NeedsScope('events')
@Controller('rest/3.0')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Post('fireEvents')
  @AnswersEmpty('Tells what users did; events whose name is not defined are kept apart')
  async fireEvents(@CallerOf() { appId }: Caller, @FiredEvents() events: FiredEvent[]): Promise<void> {
    await this.events.fireEvents(appId, events);
  }
}

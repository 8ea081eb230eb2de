import { Controller, Get } from '@nestjs/common';
import { EventDefinitionService, EventsService } from '#libs/events';
import type { Caller } from '#libs/tenancy';
import { UserLookupService } from '#libs/users';
import { Answers } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import {
  EventsDto,
  presentAttribute,
  presentEvent,
  ProfileAttributesDto,
  UnmatchedEventsDto,
} from './application.dto.js';

/** What an application defines (specification, section 4.8). */
@RestSurface('Application')
@Controller('rest/3.0/app')
export class ApplicationController {
  constructor(
    private readonly users: UserLookupService,
    private readonly events: EventDefinitionService,
    private readonly fired: EventsService,
  ) {}

  @Get('profile-attributes')
  @NeedsScope('users')
  @Answers('Attributes that users can have: built-in ones and the own ones of the application', ProfileAttributesDto)
  async profileAttributes(@CallerOf() { appId }: Caller): Promise<ProfileAttributesDto> {
    const attributes = await this.users.findLatestAttributes(appId);
    return {
      standardProfileAttributes: attributes.filter(({ locked }) => locked).map(presentAttribute),
      customProfileAttributes: attributes.filter(({ locked }) => !locked).map(presentAttribute),
    };
  }

  @Get('events')
  @NeedsScope('events')
  @Answers('Events that can be fired: built-in ones and the own ones of the application', EventsDto)
  async appEvents(@CallerOf() { appId }: Caller): Promise<EventsDto> {
    const events = await this.events.findLatest(appId);
    return {
      standardEvents: events.filter(({ standard }) => standard).map(presentEvent),
      customEvents: events.filter(({ standard }) => !standard).map(presentEvent),
    };
  }

  @Get('unmatched-events')
  @NeedsScope('events')
  @Answers('Names that were fired and are not defined, the one seen last first', UnmatchedEventsDto)
  async unmatchedEvents(@CallerOf() { appId }: Caller): Promise<UnmatchedEventsDto> {
    const names = await this.fired.listUnmatchedNames(appId);
    return {
      unmatchedEvents: names.map(({ name, count, firstAt, lastAt, lastExample }) => ({
        name,
        count,
        firstSeen: firstAt.getTime(),
        lastSeen: lastAt.getTime(),
        ...(lastExample !== null && { lastExample }),
      })),
    };
  }
}

import { Controller, Get } from '@nestjs/common';
import { EventDefinitionService, EventsService } from '#libs/events';
import type { Caller } from '#libs/tenancy';
import { UserLookupService } from '#libs/users';
import { OkResponse } from '../../http/responses/responses.js';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import {
  EventsDto,
  presentAttribute,
  presentEvent,
  ProfileAttributesDto,
  UnmatchedEventsDto,
} from './application.dto.js';

/** What an application defines (specification, section 4.8). */
@RestApi('Application')
@Controller('rest/3.0/app')
export class ApplicationController {
  constructor(
    private readonly users: UserLookupService,
    private readonly events: EventDefinitionService,
    private readonly firedEvents: EventsService,
  ) {}

  @Get('profile-attributes')
  @RequiresScope('users')
  @OkResponse('Attributes that users can have: built-in ones and the own ones of the application', ProfileAttributesDto)
  async profileAttributes(@CurrentCaller() { appId }: Caller): Promise<ProfileAttributesDto> {
    const attributes = await this.users.findLatestAttributes(appId);
    return {
      standardProfileAttributes: attributes.filter(({ locked }) => locked).map(presentAttribute),
      customProfileAttributes: attributes.filter(({ locked }) => !locked).map(presentAttribute),
    };
  }

  @Get('events')
  @RequiresScope('events')
  @OkResponse('Events that can be fired: built-in ones and the own ones of the application', EventsDto)
  async appEvents(@CurrentCaller() { appId }: Caller): Promise<EventsDto> {
    const events = await this.events.findLatest(appId);
    return {
      standardEvents: events.filter(({ standard }) => standard).map(presentEvent),
      customEvents: events.filter(({ standard }) => !standard).map(presentEvent),
    };
  }

  @Get('unmatched-events')
  @RequiresScope('events')
  @OkResponse('Names that were fired and are not defined, the one seen last first', UnmatchedEventsDto)
  async unmatchedEvents(@CurrentCaller() { appId }: Caller): Promise<UnmatchedEventsDto> {
    const names = await this.firedEvents.listUnmatchedNames(appId);
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

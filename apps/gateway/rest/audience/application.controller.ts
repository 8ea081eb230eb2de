import { Controller, Get } from '@nestjs/common';
import { EventDefinitionService, EventsService } from '#libs/events';
import type { Caller } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { OkResponse } from '../../http/responses/responses.js';
import {
  EventsDto,
  presentAttribute,
  presentEvent,
  ProfileAttributesDto,
  UnmatchedEventsDto,
} from './application.dto.js';

/** Definitions of an application (specification, section 4.8). */
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
  @OkResponse('Lists the profile attributes of users: built-in and custom ones', ProfileAttributesDto)
  async profileAttributes(@CurrentCaller() { appId }: Caller): Promise<ProfileAttributesDto> {
    const attributes = await this.users.findLatestAttributes(appId);
    return {
      standardProfileAttributes: attributes.filter(({ locked }) => locked).map(presentAttribute),
      customProfileAttributes: attributes.filter(({ locked }) => !locked).map(presentAttribute),
    };
  }

  @Get('events')
  @RequiresScope('events')
  @OkResponse('Lists the defined events: built-in and custom ones', EventsDto)
  async appEvents(@CurrentCaller() { appId }: Caller): Promise<EventsDto> {
    const events = await this.events.findLatest(appId);
    return {
      standardEvents: events.filter(({ standard }) => standard).map(presentEvent),
      customEvents: events.filter(({ standard }) => !standard).map(presentEvent),
    };
  }

  @Get('unmatched-events')
  @RequiresScope('events')
  @OkResponse(
    'Lists fired event names without a definition, and attributes that a defined event does not have; the most recent first',
    UnmatchedEventsDto,
  )
  async unmatchedEvents(@CurrentCaller() { appId }: Caller): Promise<UnmatchedEventsDto> {
    const names = await this.firedEvents.listUnmatchedNames(appId);
    return {
      unmatchedEvents: names.map(({ name, attribute, count, firstAt, lastAt, lastExample }) => ({
        name,
        ...(attribute !== undefined && { attribute }),
        count,
        firstSeen: firstAt.getTime(),
        lastSeen: lastAt.getTime(),
        ...(lastExample !== null && { lastExample }),
      })),
    };
  }
}

import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ChangedDefinitionDto, NotificationDefinitionService } from '#libs/notifications';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { PageLink, type Link } from '../../http/request/request-context.js';
import { EmptyResponse, ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import {
  cutPage,
  DefinitionListDto,
  EndDefinitionsDto,
  KeyPageQuery,
  KeyQuery,
  StoredDefinitionDto,
  toDefinitionEntry,
  toStoredDefinition,
} from './definitions.dto.js';

/** Stored definitions: what is there, and what changes in them. Beyond the published interface. */
@RestApi('Notifications')
@RequiresScope('notifications')
@Controller('rest/3.0')
export class DefinitionsController {
  constructor(private readonly definitions: NotificationDefinitionService) {}

  @Get('getNotificationDefinitions')
  @OkResponse('Lists the definitions, the newest first, page by page', DefinitionListDto)
  async getDefinitions(
    @CurrentCaller() { appId }: Caller,
    @Query() { max, before }: KeyPageQuery,
    @PageLink() link: Link,
  ): Promise<DefinitionListDto> {
    const found = await this.definitions.listDefinitions(appId, { before: before ?? null, limit: max + 1 });
    const { page, last } = cutPage(found, max);
    return { ...(last && { nextPage: link({ before: last.notificationKey }) }), list: page.map(toDefinitionEntry) };
  }

  @Get('getNotificationDefinition')
  @ErrorResponses('unknown_key')
  @OkResponse('Gets a definition, in the form in which it can be changed', StoredDefinitionDto)
  async getDefinition(
    @CurrentCaller() { appId }: Caller,
    @Query() { notificationKey }: KeyQuery,
  ): Promise<StoredDefinitionDto> {
    return toStoredDefinition(await this.definitions.getStored(appId, 'definition', notificationKey));
  }

  @Post('updateNotificationDefinition')
  @ErrorResponses(
    'unknown_key',
    'wrong_state',
    'push_too_large',
    'unknown_button_set',
    'email_without_content',
    'bad_address',
  )
  @EmptyResponse('Replaces a definition. Sends that were accepted before keep the old message')
  async updateDefinition(@CurrentCaller() caller: Caller, @Body() body: ChangedDefinitionDto): Promise<void> {
    await this.definitions.changeDefinition(caller, body);
  }

  @Post('endNotificationDefinitions')
  @ErrorResponses('unknown_key', 'wrong_state')
  @EmptyResponse('Ends definitions: nothing more is sent of them. Results and statistics stay')
  async endDefinitions(
    @CurrentCaller() caller: Caller,
    @Body() { notificationKeys }: EndDefinitionsDto,
  ): Promise<void> {
    await this.definitions.endDefinitions(caller, [...new Set(notificationKeys)]);
  }
}

import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { InboxService } from '#libs/inbox';
import type { Caller } from '#libs/tenancy';
import { Answers, AnswersEmpty, Refuses } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { ChangeStatusDto, GetAllInboxDto, InboxMessageDto, InboxPageDto, PiidQuery, toInboxPage } from './inbox.dto.js';

/** Stored pushes of a user (specification, section 4.9). */
@RestSurface('Inbox')
@NeedsScope('inbox')
@Controller('rest/3.0/inbox')
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  @Post('getAllInbox')
  @Refuses('inbox_status', 'unknown_subject')
  @Answers('A page of the inbox of a user, newest first', InboxPageDto)
  async getAllInbox(@CallerOf() { appId }: Caller, @Body() body: GetAllInboxDto): Promise<InboxPageDto> {
    return toInboxPage(await this.inbox.listMessages(appId, { extId: body.extId }, body));
  }

  @Get('get')
  @Refuses('unknown_key')
  @Answers('One message of an inbox', InboxMessageDto)
  async get(@CallerOf() { appId }: Caller, @Query() { piid }: PiidQuery): Promise<InboxMessageDto> {
    return this.inbox.getMessage(appId, piid);
  }

  @Post('statusChange')
  @Refuses('unknown_subject')
  @AnswersEmpty('Marks messages as read, unread or deleted')
  async statusChange(@CallerOf() { appId }: Caller, @Body() body: ChangeStatusDto): Promise<void> {
    await this.inbox.changeStatus(appId, { extId: body.extId }, body);
  }
}

import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { InboxService } from '#libs/inbox';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import { OkResponse, EmptyResponse, ErrorResponses } from '../../http/responses/responses.js';
import { ChangeStatusDto, GetAllInboxDto, InboxMessageDto, InboxPageDto, PiidQuery, toInboxPage } from './inbox.dto.js';

/** The inbox of a user (specification, section 4.9). */
@RestApi('Inbox')
@RequiresScope('inbox')
@Controller('rest/3.0/inbox')
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  @Post('getAllInbox')
  @AnswersSecret()
  @ErrorResponses('inbox_status', 'unknown_subject')
  @OkResponse('Lists the inbox of a user, newest first', InboxPageDto)
  async getAllInbox(@CurrentCaller() { appId }: Caller, @Body() body: GetAllInboxDto): Promise<InboxPageDto> {
    return toInboxPage(await this.inbox.listMessages(appId, { extId: body.extId }, body));
  }

  @Get('get')
  @ErrorResponses('unknown_key')
  @OkResponse('Gets one message of an inbox', InboxMessageDto)
  async get(@CurrentCaller() { appId }: Caller, @Query() { piid }: PiidQuery): Promise<InboxMessageDto> {
    return this.inbox.getMessage(appId, piid);
  }

  @Post('statusChange')
  @ErrorResponses('unknown_subject')
  @EmptyResponse('Marks messages as read, unread or deleted')
  async statusChange(@CurrentCaller() { appId }: Caller, @Body() body: ChangeStatusDto): Promise<void> {
    await this.inbox.changeStatus(appId, { extId: body.extId }, body);
  }
}

import { Body, Controller, Post } from '@nestjs/common';
import { UserProofService } from '#libs/identity';
import { InboxService } from '#libs/inbox';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, SdkApi } from '../../http/auth/api-key.guard.js';
import { OkResponse, EmptyResponse, ErrorResponses } from '../../http/responses/responses.js';
import { InboxMessageDto, InboxPageDto, toInboxPage } from '../../rest/messaging/inbox.dto.js';
import { OwnInboxDto, OwnMessageDto, OwnStatusChangeDto } from './inbox.dto.js';

/** The inbox of the user of an installation. Reading is a POST too: a secret must not be in a URL. */
@SdkApi('Inbox')
@Controller('sdk/1.0/inbox')
export class OwnInboxController {
  constructor(
    private readonly proofs: UserProofService,
    private readonly inbox: InboxService,
  ) {}

  @Post('getAllInbox')
  @ErrorResponses('inbox_status', 'user_unproven')
  @OkResponse('Lists the inbox of the user of this installation, newest first', InboxPageDto)
  async getAllInbox(@CurrentCaller() { appId }: Caller, @Body() body: OwnInboxDto): Promise<InboxPageDto> {
    const { uid } = await this.proofs.authenticateUser(appId, body);
    return toInboxPage(await this.inbox.listMessages(appId, { uid }, body));
  }

  @Post('get')
  @ErrorResponses('unknown_key', 'user_unproven')
  @OkResponse('Gets one message of the inbox', InboxMessageDto)
  async get(@CurrentCaller() { appId }: Caller, @Body() body: OwnMessageDto): Promise<InboxMessageDto> {
    const { uid } = await this.proofs.authenticateUser(appId, body);
    return this.inbox.getMessage(appId, body.piid, uid);
  }

  @Post('statusChange')
  @ErrorResponses('user_unproven')
  @EmptyResponse('Marks messages as read, unread or deleted')
  async statusChange(@CurrentCaller() { appId }: Caller, @Body() body: OwnStatusChangeDto): Promise<void> {
    const { uid } = await this.proofs.authenticateUser(appId, body);
    await this.inbox.changeStatus(appId, { uid }, body);
  }
}

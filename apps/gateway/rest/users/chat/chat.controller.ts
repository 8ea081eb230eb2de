import { Body, Controller, Post } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { AddressService } from '#libs/users/registry';
import { CurrentCaller, RequiresScope, RestApi } from '../../../http/auth/api-key.guard.js';
import { EmptyResponse, ErrorResponses } from '../../../http/responses/responses.js';
import { OptInChangeService } from '../consent/opt-in-change.service.js';
import { ChatOptInDto, UpdateChatDto } from './chat.dto.js';

/** Addresses of users in messengers (Telegram, Slack), and their consent to messages there, which is one of its own. */
@RestApi('Chat')
@RequiresScope('users')
@Controller('rest/3.0')
export class ChatController {
  constructor(
    private readonly optIns: OptInChangeService,
    private readonly addresses: AddressService,
  ) {}

  @Post('enableChat')
  @ErrorResponses('bad_address')
  @EmptyResponse('Opts users and addresses in to messages of messengers')
  async enableChat(@CurrentCaller() caller: Caller, @Body() body: ChatOptInDto): Promise<void> {
    await this.optIns.change(caller, 'chatAddress', true, body.extIds, body.chatAddresses);
  }

  @Post('disableChat')
  @ErrorResponses('bad_address')
  @EmptyResponse(
    'Opts users and addresses out of messages of messengers. The refusal of an address holds for everybody who has it',
  )
  async disableChat(@CurrentCaller() caller: Caller, @Body() body: ChatOptInDto): Promise<void> {
    await this.optIns.change(caller, 'chatAddress', false, body.extIds, body.chatAddresses);
  }

  @Post('updateChat')
  @ErrorResponses('bad_address')
  @EmptyResponse('Sets or clears the address of a user in a messenger')
  async updateChat(@CurrentCaller() { appId }: Caller, @Body() { extId, chatAddress }: UpdateChatDto): Promise<void> {
    await this.addresses.setAddress(appId, 'chatAddress', extId, chatAddress);
  }
}

import { Body, Controller, Post } from '@nestjs/common';
import type { StoredFile } from '#libs/delivery/attachments';
import { AddressSendService, DirectSendDto, SendWithFilesDto } from '#libs/notifications';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { StoredFiles, AcceptsFiles } from '../../http/body/upload.interceptor.js';
import { OkResponse, EmptyResponse, ErrorResponses } from '../../http/responses/responses.js';
import { NotificationKeyDto } from './notifications.dto.js';

/** E-mails and text messages to one address (specification, section 4.4). */
@RestApi('Notifications')
@RequiresScope('notifications')
@Controller('rest/3.0')
export class AddressSendsController {
  constructor(private readonly addressSends: AddressSendService) {}

  @Post('sendEmailAndSms')
  @ErrorResponses('bad_address', 'email_without_content', 'push_too_large')
  @OkResponse('Sends an e-mail or a text message to one address', NotificationKeyDto)
  async sendEmailAndSms(@CurrentCaller() caller: Caller, @Body() body: DirectSendDto): Promise<NotificationKeyDto> {
    return { notificationKey: await this.addressSends.send(caller, body) };
  }

  @Post('sendEmailWithAttachment')
  @AcceptsFiles('mailAttachment')
  @ErrorResponses('bad_address', 'unknown_key')
  @EmptyResponse('Sends a stored e-mail with files to one address')
  async sendEmailWithAttachment(
    @CurrentCaller() caller: Caller,
    @Body() body: SendWithFilesDto,
    @StoredFiles() files: readonly StoredFile[],
  ): Promise<void> {
    await this.addressSends.sendWithFiles(caller, body, files);
  }
}

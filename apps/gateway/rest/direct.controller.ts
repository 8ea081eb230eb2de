import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { StoredFile } from '#libs/delivery';
import { AddressSendService } from '#libs/notifications';
import type { Caller } from '#libs/tenancy';
import { Answers, AnswersEmpty, Refuses } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { FilesOf, TakesFiles } from '../http/upload-interceptor.js';
import { EMAIL_OR_SMS, EMAIL_WITH_FILES } from './direct-bodies.js';
import { NotificationKeyDto } from './notifications.dto.js';

/** E-mails and text messages to one address (specification, section 4.4). The notifications room reads their bodies itself. */
@RestSurface('Notifications')
@NeedsScope('notifications')
@Controller('rest/3.0')
export class DirectController {
  constructor(private readonly direct: AddressSendService) {}

  @Post('sendEmailAndSms')
  @ApiBody({ schema: EMAIL_OR_SMS })
  @Refuses('bad_address', 'email_without_content', 'push_too_large')
  @Answers('Sends an e-mail or a text message to one address', NotificationKeyDto)
  async sendEmailAndSms(@CallerOf() caller: Caller, @Body() body: unknown): Promise<NotificationKeyDto> {
    return { notificationKey: await this.direct.send(caller, body) };
  }

  @Post('sendEmailWithAttachment')
  @TakesFiles('mailAttachment')
  @ApiBody({ schema: EMAIL_WITH_FILES })
  @Refuses('bad_address', 'unknown_key')
  @AnswersEmpty('Sends a stored e-mail with files to one address')
  async sendEmailWithAttachment(
    @CallerOf() caller: Caller,
    @Body() body: { to?: unknown; notificationKey?: unknown } | undefined,
    @FilesOf() mailAttachment: readonly StoredFile[],
  ): Promise<void> {
    await this.direct.sendWithFiles(caller, {
      mailAttachment,
      to: body?.to,
      notificationKey: body?.notificationKey,
    });
  }
}

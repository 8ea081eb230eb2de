import { Body, Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { CampaignContentsService, CampaignDryRunService, ContentsCampaignDto } from '#libs/notifications/campaigns';
import type { Caller } from '#libs/tenancy';
import { findMisspelt } from '#platform/validation';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import { ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import { NotificationKeyDto } from '../messaging/notifications.dto.js';
import { ContentsDryRunDto, toContentsDryRunDto } from './campaign-contents.dto.js';

/** Campaigns with several contents. Beyond the specification (decisions, section 10). */
@RestApi('Notifications')
@Controller('rest/3.0/campaigns')
export class CampaignContentsController {
  constructor(
    private readonly campaigns: CampaignContentsService,
    private readonly dryRuns: CampaignDryRunService,
  ) {}

  @Post()
  @RequiresScope('notifications')
  @ErrorResponses('push_too_large', 'unknown_button_set', 'email_without_content', 'segment_unusable', 'bad_address')
  @OkResponse('Sends a campaign with several contents to all users that match a target', NotificationKeyDto)
  async send(@CurrentCaller() caller: Caller, @Body() body: ContentsCampaignDto): Promise<NotificationKeyDto> {
    return { notificationKey: await this.campaigns.send(caller, body) };
  }

  @Post('dryRun')
  @RequiresScope('notifications')
  @AnswersSecret()
  @ErrorResponses('push_too_large', 'unknown_button_set', 'email_without_content', 'segment_unusable', 'bad_address')
  @OkResponse(
    'Forecasts the result of campaigns with this body. Nothing is stored or sent. Without the scope `private` there are no samples',
    ContentsDryRunDto,
  )
  async dryRun(
    @CurrentCaller() caller: Caller,
    @Body() body: ContentsCampaignDto,
    @Req() { body: received }: Request,
  ): Promise<ContentsDryRunDto> {
    const report = await this.dryRuns.dryRunContents(caller, body);
    return toContentsDryRunDto(report, caller, findMisspelt(ContentsCampaignDto, received));
  }
}

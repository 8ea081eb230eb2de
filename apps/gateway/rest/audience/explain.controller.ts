import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { ExplainService, parseTarget } from '#libs/audience';
import { CampaignDryRunService } from '#libs/notifications';
import type { Caller } from '#libs/tenancy';
import { malformed } from '#platform/errors';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { OkResponse, ErrorResponses } from '../../http/responses/responses.js';
import { BULK } from '../messaging/notification-bodies.js';
import { ExplainDto, ExplanationDto, DryRunDto, toNotificationDto, toSegmentDto } from './explain.dto.js';

/** Explanations and dry runs. Beyond the specification; neither changes anything. */
@RestApi('Audience')
@Controller('rest/3.0')
export class ExplainController {
  constructor(
    private readonly explainer: ExplainService,
    private readonly dryRuns: CampaignDryRunService,
  ) {}

  @Post('targeting/explain')
  @RequiresScope('audience')
  @ErrorResponses('unknown_subject', 'segment_unusable', 'unknown_key', 'bad_address')
  @OkResponse('Explains which clauses of a target, a segment or a sent notification match a user', ExplanationDto)
  async explain(@CurrentCaller() { appId }: Caller, @Body() body: ExplainDto): Promise<ExplanationDto> {
    const { extId, target, segment, notificationKey } = body;
    if ([target, segment, notificationKey].filter((question) => (question ?? null) !== null).length !== 1) {
      throw malformed('The body takes exactly one of target, segment and notificationKey');
    }
    if (notificationKey !== undefined) {
      return { notification: toNotificationDto(await this.dryRuns.explainNotification(appId, notificationKey, extId)) };
    }
    const uid = await this.explainer.findUid(appId, extId);
    return segment !== undefined
      ? { segment: toSegmentDto(await this.explainer.explainSegment(appId, uid, segment)) }
      : { target: await this.explainer.explain(appId, uid, parseTarget(target, 'segment').tree) };
  }

  @Post('sendBulkNotification/dryRun')
  @RequiresScope('notifications')
  @ApiBody({ schema: BULK })
  @ErrorResponses('push_too_large', 'unknown_button_set', 'email_without_content', 'segment_unusable', 'bad_address')
  @OkResponse('Forecasts the result of sendBulkNotification with this body. Nothing is stored or sent', DryRunDto)
  async dryRun(@CurrentCaller() caller: Caller, @Body() body: unknown): Promise<DryRunDto> {
    return this.dryRuns.dryRunBulk(caller, body);
  }
}

import { Body, Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { ExplainService, segmentTarget } from '#libs/audience';
import { NotificationExplanationService } from '#libs/notifications/forecasts';
import { BulkNotificationDto, CampaignDryRunService } from '#libs/notifications/campaigns';
import { ResultsService } from '#libs/reporting';
import type { Caller } from '#libs/tenancy';
import { DeviceService } from '#libs/users/devices';
import { malformed } from '#platform/errors';
import { findMisspelt } from '#platform/validation';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import { OkResponse, ErrorResponses } from '../../http/responses/responses.js';
import { ExplainDto, ExplanationDto, toNotificationDto, toSegmentDto } from './explain.dto.js';
import { DryRunDto, toDryRunDto } from './dry-run.dto.js';

/** Explanations and dry runs. Beyond the specification; neither changes anything. */
@RestApi('Audience')
@Controller('rest/3.0')
export class ExplainController {
  constructor(
    private readonly explainer: ExplainService,
    private readonly devices: DeviceService,
    private readonly dryRuns: CampaignDryRunService,
    private readonly explanations: NotificationExplanationService,
    private readonly results: ResultsService,
  ) {}

  @Post('targeting/explain')
  @RequiresScope('audience')
  @AnswersSecret()
  @ErrorResponses('unknown_subject', 'segment_unusable', 'unknown_key', 'bad_address')
  @OkResponse(
    'Explains which clauses of a target, a segment or a sent notification match a user. Without the scope `private` a target that looks at private values is refused, and a stored one is a single clause',
    ExplanationDto,
  )
  async explain(@CurrentCaller() caller: Caller, @Body() body: ExplainDto): Promise<ExplanationDto> {
    const { appId } = caller;
    const { extId, target, segment, notificationKey } = body;
    if ([target, segment, notificationKey].filter((question) => question !== undefined).length !== 1) {
      throw malformed('The body takes exactly one of target, segment and notificationKey');
    }
    if (notificationKey !== undefined) {
      const explained = await this.explanations.explainNotification(appId, notificationKey, extId, caller);
      const results = await this.results.listOfUser(appId, notificationKey, extId, caller);
      return { notification: toNotificationDto(explained, results) };
    }
    const uid = await this.devices.getUid(appId, extId);
    if (target !== undefined) {
      return { target: await this.explainer.explainWritten(appId, uid, segmentTarget(target), caller) };
    }
    return { segment: toSegmentDto(await this.explainer.explainSegment(appId, uid, segment ?? '', caller)) };
  }

  @Post('sendBulkNotification/dryRun')
  @RequiresScope('notifications')
  @AnswersSecret()
  @ErrorResponses('push_too_large', 'unknown_button_set', 'email_without_content', 'segment_unusable', 'bad_address')
  @OkResponse(
    'Forecasts the result of sendBulkNotification with this body. Nothing is stored or sent. Without the scope `private` there are no samples',
    DryRunDto,
  )
  async dryRun(
    @CurrentCaller() caller: Caller,
    @Body() body: BulkNotificationDto,
    @Req() { body: received }: Request,
  ): Promise<DryRunDto> {
    const report = await this.dryRuns.dryRunBulk(caller, body);
    return toDryRunDto(
      caller.seesPrivate ? report : { ...report, samples: [] },
      findMisspelt(BulkNotificationDto, received),
    );
  }
}

import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { ExplainService, parseTarget } from '#libs/audience';
import { CampaignDryRunService } from '#libs/notifications';
import type { Caller } from '#libs/tenancy';
import { malformed } from '#platform/errors';
import { Answers, Refuses } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { ExplainDto, ExplanationDto, RehearsalDto, toNotificationDto, toSegmentDto } from './explain.dto.js';
import { BULK } from './notification-bodies.js';

/** Why a user is meant or not, and what a send would come to. Beyond the specification; neither changes anything. */
@RestSurface('Audience')
@Controller('rest/3.0')
export class ExplainController {
  constructor(
    private readonly explaining: ExplainService,
    private readonly dryRuns: CampaignDryRunService,
  ) {}

  @Post('targeting/explain')
  @NeedsScope('audience')
  @Refuses('unknown_subject', 'segment_unusable', 'unknown_key', 'bad_address')
  @Answers('Which clause of a target, segment or sent notification matches a user and which does not', ExplanationDto)
  async explain(@CallerOf() { appId }: Caller, @Body() body: ExplainDto): Promise<ExplanationDto> {
    const { extId, target, segment, notificationKey } = body;
    if ([target, segment, notificationKey].filter((one) => (one ?? null) !== null).length !== 1) {
      throw malformed('The body takes exactly one of target, segment and notificationKey');
    }
    if (notificationKey !== undefined) {
      return { notification: toNotificationDto(await this.dryRuns.explainNotification(appId, notificationKey, extId)) };
    }
    const uid = await this.explaining.findUid(appId, extId);
    return segment !== undefined
      ? { segment: toSegmentDto(await this.explaining.explainSegment(appId, uid, segment)) }
      : { target: await this.explaining.explain(appId, uid, parseTarget(target, 'segment').tree) };
  }

  @Post('sendBulkNotification/dryRun')
  @NeedsScope('notifications')
  @ApiBody({ schema: BULK })
  @Refuses('push_too_large', 'unknown_button_set', 'email_without_content', 'segment_unusable', 'bad_address')
  @Answers('What sendBulkNotification would come to with this body; nothing is stored or sent', RehearsalDto)
  async dryRun(@CallerOf() caller: Caller, @Body() body: unknown): Promise<RehearsalDto> {
    return this.dryRuns.dryRunBulk(caller, body);
  }
}

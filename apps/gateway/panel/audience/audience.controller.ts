import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  AudienceOverlapService,
  AudiencePreviewService,
  AudienceSampleService,
  AudienceValuesService,
  CountService,
  SegmentService,
  segmentTarget,
} from '#libs/audience';
import { EventDefinitionService } from '#libs/events';
import { UserLookupService } from '#libs/users/registry';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import { OkResponse } from '../../http/responses/responses.js';
import { WhileAsked } from '../../http/request/while-asked.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { viewerOf } from '../access/setup-editor.js';
import {
  AudienceOverlapDto,
  AudienceOverlapQuestionDto,
  AudienceSampleDto,
  AudienceSampleQuestionDto,
  AudienceValuesDto,
  AudienceValuesQuery,
  toOverlap,
  toSample,
  toValues,
} from './audience-questions.dto.js';
import {
  AudiencePreviewDto,
  AudienceQuestionDto,
  AudienceWordsDto,
  toAudienceAttribute,
  toAudienceEvent,
  toPreview,
} from './audience.dto.js';

/** Audiences while a member describes them. */
@PanelApi('Audience')
@Controller('panel/1.0/apps/:app/audience')
export class PanelAudienceController {
  constructor(
    private readonly previews: AudiencePreviewService,
    private readonly values: AudienceValuesService,
    private readonly samples: AudienceSampleService,
    private readonly overlaps: AudienceOverlapService,
    private readonly counts: CountService,
    private readonly users: UserLookupService,
    private readonly segments: SegmentService,
    private readonly events: EventDefinitionService,
  ) {}

  /** It changes nothing; a target does not fit into an address. */
  @Post('preview')
  @HttpCode(200)
  @Allows('audience.count')
  @OkResponse('Counts an audience, and what each clause leaves of it', AudiencePreviewDto)
  async preview(
    @InApp() caller: AppCaller,
    @Body() { target, quick }: AudienceQuestionDto,
    @WhileAsked() asked: AbortSignal,
  ): Promise<AudiencePreviewDto> {
    const { app } = caller;
    const asking = { asked, viewer: viewerOf(caller), isQuick: quick === true };
    const preview = await this.previews.preview(app.id, segmentTarget(target), asking);
    return toPreview(preview, await this.counts.countUsers(app.id));
  }

  @Get('words')
  @Allows('audience.count')
  @OkResponse('Lists what an audience can be described by', AudienceWordsDto)
  async listWords(@InApp() { app }: AppCaller): Promise<AudienceWordsDto> {
    const [attributes, segments, events] = await Promise.all([
      this.users.findLatestAttributes(app.id),
      this.segments.listDefinitions(app.id),
      this.events.findLatest(app.id),
    ]);
    return {
      attributes: attributes.map(toAudienceAttribute),
      events: events.map(toAudienceEvent),
      segments: segments.map(({ name }) => name),
    };
  }

  @Get('values')
  @Allows('audience.count')
  @OkResponse('Lists values that users have, with how many have each', AudienceValuesDto)
  async listValues(
    @InApp() caller: AppCaller,
    @Query() { by, code, begins }: AudienceValuesQuery,
    @WhileAsked() asked: AbortSignal,
  ): Promise<AudienceValuesDto> {
    const asking = { asked, viewer: viewerOf(caller) };
    return toValues(await this.values.find(caller.app.id, { by, code, begins }, asking));
  }

  /** It shows people, so it needs more than their number does. */
  @Post('sample')
  @HttpCode(200)
  @Allows('users.read')
  @AnswersSecret()
  @OkResponse('Draws users of an audience', AudienceSampleDto)
  async draw(
    @InApp() caller: AppCaller,
    @Body() { target }: AudienceSampleQuestionDto,
    @WhileAsked() asked: AbortSignal,
  ): Promise<AudienceSampleDto> {
    const asking = { asked, viewer: viewerOf(caller) };
    return toSample(await this.samples.draw(caller.app.id, segmentTarget(target), asking));
  }

  @Post('overlap')
  @HttpCode(200)
  @Allows('audience.count')
  @OkResponse('Counts how many users audiences share: each two of them, and exactly these', AudienceOverlapDto)
  async overlap(
    @InApp() caller: AppCaller,
    @Body() { targets }: AudienceOverlapQuestionDto,
    @WhileAsked() asked: AbortSignal,
  ): Promise<AudienceOverlapDto> {
    const asking = { asked, viewer: viewerOf(caller) };
    return toOverlap(await this.overlaps.overlap(caller.app.id, targets.map(segmentTarget), asking));
  }
}

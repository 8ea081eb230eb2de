import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CountService, segmentTarget } from '#libs/audience';
import { AudienceOverlapService, AudiencePreviewService, AudienceSampleService } from '#libs/audience/preview';
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
  toOverlap,
  toSample,
} from './audience-questions.dto.js';
import { AudiencePreviewDto, AudienceQuestionDto, toPreview } from './audience.dto.js';

/** Audiences while a member describes them. */
@PanelApi('Audience')
@Controller('panel/1.0/apps/:app/audience')
export class PanelAudienceController {
  constructor(
    private readonly previews: AudiencePreviewService,
    private readonly samples: AudienceSampleService,
    private readonly overlaps: AudienceOverlapService,
    private readonly counts: CountService,
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

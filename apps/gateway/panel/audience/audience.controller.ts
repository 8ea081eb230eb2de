import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { AudiencePreviewService, CountService, SegmentService, segmentTarget } from '#libs/audience';
import { UserLookupService } from '#libs/users';
import { OkResponse } from '../../http/responses/responses.js';
import { WhileAsked } from '../../http/request/while-asked.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import {
  AudiencePreviewDto,
  AudienceQuestionDto,
  AudienceWordsDto,
  toAudienceAttribute,
  toPreview,
} from './audience.dto.js';

/** Audiences while somebody describes them. */
@PanelApi('Audience')
@Controller('panel/1.0/apps/:app/audience')
export class PanelAudienceController {
  constructor(
    private readonly previews: AudiencePreviewService,
    private readonly counts: CountService,
    private readonly users: UserLookupService,
    private readonly segments: SegmentService,
  ) {}

  /** It changes nothing; a target does not fit into an address. */
  @Post('preview')
  @HttpCode(200)
  @Allows('audience.count')
  @OkResponse('Counts an audience, and what each clause leaves of it', AudiencePreviewDto)
  async preview(
    @InApp() { app }: AppCaller,
    @Body() { target, quick }: AudienceQuestionDto,
    @WhileAsked() asked: AbortSignal,
  ): Promise<AudiencePreviewDto> {
    const preview = await this.previews.preview(app.id, segmentTarget(target), { asked, isQuick: quick === true });
    return toPreview(preview, await this.counts.countUsers(app.id));
  }

  @Get('words')
  @Allows('audience.count')
  @OkResponse('Lists what an audience can be described by', AudienceWordsDto)
  async listWords(@InApp() { app }: AppCaller): Promise<AudienceWordsDto> {
    const [attributes, segments] = await Promise.all([
      this.users.findLatestAttributes(app.id),
      this.segments.listDefinitions(app.id),
    ]);
    return { attributes: attributes.map(toAudienceAttribute), segments: segments.map(({ name }) => name) };
  }
}

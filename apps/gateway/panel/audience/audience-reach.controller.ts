import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { segmentTarget } from '#libs/audience';
import { AudienceAttributesService, AudienceBreakdownService, AudienceReachService } from '#libs/audience/preview';
import { OkResponse } from '../../http/responses/responses.js';
import { WhileAsked } from '../../http/request/while-asked.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { viewerOf } from '../access/setup-editor.js';
import { AudienceBreakdownDto, AudienceBreakdownQuestionDto, toBreakdown } from './audience-breakdown.dto.js';
import {
  AudienceAttributesDto,
  AudienceAttributesQuestionDto,
  AudienceReachDto,
  AudienceReachQuestionDto,
  toAttributes,
  toReach,
} from './audience-reach.dto.js';

/** Checks a message against an audience. These change nothing; a target does not fit into an address. */
@PanelApi('Audience')
@Controller('panel/1.0/apps/:app/audience')
export class PanelAudienceReachController {
  constructor(
    private readonly reaches: AudienceReachService,
    private readonly attributes: AudienceAttributesService,
    private readonly breakdowns: AudienceBreakdownService,
  ) {}

  @Post('reach')
  @HttpCode(200)
  @Allows('audience.count')
  @OkResponse('Counts who of an audience drops out before a message, by platform', AudienceReachDto)
  async reach(
    @InApp() caller: AppCaller,
    @Body() { target, platforms, categories }: AudienceReachQuestionDto,
    @WhileAsked() asked: AbortSignal,
  ): Promise<AudienceReachDto> {
    const asking = { asked, viewer: viewerOf(caller) };
    return toReach(await this.reaches.count(caller.app.id, segmentTarget(target), { platforms, categories }, asking));
  }

  @Post('attributes')
  @HttpCode(200)
  @Allows('audience.count')
  @OkResponse('Lists attributes, with how many of an audience have a value', AudienceAttributesDto)
  async listAttributes(
    @InApp() caller: AppCaller,
    @Body() { target, begins }: AudienceAttributesQuestionDto,
    @WhileAsked() asked: AbortSignal,
  ): Promise<AudienceAttributesDto> {
    const asking = { asked, viewer: viewerOf(caller) };
    return toAttributes(await this.attributes.find(caller.app.id, segmentTarget(target), begins, asking));
  }

  @Post('breakdown')
  @HttpCode(200)
  @Allows('audience.count')
  @OkResponse('Counts the users of an audience by the values of an attribute', AudienceBreakdownDto)
  async breakDown(
    @InApp() caller: AppCaller,
    @Body() { target, by, code }: AudienceBreakdownQuestionDto,
    @WhileAsked() asked: AbortSignal,
  ): Promise<AudienceBreakdownDto> {
    const asking = { asked, viewer: viewerOf(caller) };
    return toBreakdown(await this.breakdowns.breakDown(caller.app.id, segmentTarget(target), { by, code }, asking));
  }
}

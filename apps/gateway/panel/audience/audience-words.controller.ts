import { Controller, Get, Query } from '@nestjs/common';
import { SegmentService } from '#libs/audience';
import { AudienceValuesService } from '#libs/audience/preview';
import { EventDefinitionService } from '#libs/events';
import { UserLookupService } from '#libs/users/registry';
import { OkResponse } from '../../http/responses/responses.js';
import { WhileAsked } from '../../http/request/while-asked.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { viewerOf } from '../access/setup-editor.js';
import { AudienceValuesDto, AudienceValuesQuery, toValues } from './audience-questions.dto.js';
import { AudienceWordsDto, toAudienceAttribute, toAudienceEvent } from './audience.dto.js';

/** Names and values that clauses of an audience are written with. */
@PanelApi('Audience')
@Controller('panel/1.0/apps/:app/audience')
export class AudienceWordsController {
  constructor(
    private readonly users: UserLookupService,
    private readonly segments: SegmentService,
    private readonly events: EventDefinitionService,
    private readonly values: AudienceValuesService,
  ) {}

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
}

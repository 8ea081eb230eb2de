import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { SegmentEditService, segmentTypeOf } from '#libs/audience';
import { mayPanelEdit, SetupService } from '#libs/tenancy';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { editorOf } from '../access/setup-editor.js';
import {
  DescribedSegmentDto,
  EditedSegmentDto,
  SegmentChangeDto,
  SegmentOverviewsDto,
  toEditedSegment,
  toOverview,
} from './segments.dto.js';

/** Segments for people, without the rest of the set-up. */
@PanelApi('Audience')
@Controller('panel/1.0/apps/:app/audience/segments')
export class PanelSegmentsController {
  constructor(
    private readonly setup: SetupService,
    private readonly segments: SegmentEditService,
  ) {}

  @Get()
  @Allows('audience.count')
  @OkResponse('Lists segments with their sizes, and what names them', SegmentOverviewsDto)
  async list(@InApp() { app }: AppCaller): Promise<SegmentOverviewsDto> {
    return { items: (await this.segments.list(app.id)).map(toOverview) };
  }

  /** Its target may name people, so it needs more than their number does. */
  @Get(':id')
  @Allows('audience.write')
  @OkResponse('Gets a segment with its target', EditedSegmentDto)
  async get(@InApp() { app }: AppCaller, @Param('id') id: string): Promise<EditedSegmentDto> {
    return toEditedSegment(await this.segments.get(app.id, readNumber(id)), mayPanelEdit(app.settings, 'segments'));
  }

  @Post()
  @Allows('audience.write')
  @DoneResponse('Makes a segment. One that is there stays as it is; its members are calculated within moments')
  async add(@InApp() caller: AppCaller, @Body() { name, target }: DescribedSegmentDto): Promise<void> {
    const by = { origin: caller.origin, editor: editorOf(caller) };
    await this.setup.addEntry(by, caller.app, 'segments', { name, type: segmentTypeOf(target), target });
  }

  @Post(':id/change')
  @Allows('audience.write')
  @DoneResponse('Gives a segment another target. Its members are calculated within moments')
  async change(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { target, base }: SegmentChangeDto,
  ): Promise<void> {
    const by = { origin: caller.origin, editor: editorOf(caller) };
    await this.segments.change(by, caller.app, readNumber(id), target, base);
  }

  @Post(':id/remove')
  @Allows('audience.write')
  @DoneResponse(
    'Removes a segment, unless a campaign waits with it. Drafts that name it cannot be sent without another',
  )
  async remove(@InApp() { app, origin }: AppCaller, @Param('id') id: string): Promise<void> {
    await this.segments.remove(origin, app, readNumber(id));
  }
}

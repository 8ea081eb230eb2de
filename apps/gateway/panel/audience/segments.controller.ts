import { Body, Controller, Post } from '@nestjs/common';
import { SetupService } from '#libs/tenancy';
import { Describe, FreeObject, Text } from '#platform/validation';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';

const MAX_NAME = 200;

export class DescribedSegmentDto {
  @Text({ max: MAX_NAME }) @Describe({ description: 'Campaigns name it', example: 'Loyal customers' }) name!: string;

  @FreeObject()
  @Describe({ description: 'As in the application file', example: { profile: { city: ['Izmir'] }, tag: 'vip' } })
  target!: Record<string, unknown>;
}

/** Segments that somebody makes of the audience that was described, without the rest of the set-up. */
@PanelApi('Audience')
@Controller('panel/1.0/apps/:app/audience/segments')
export class PanelSegmentsController {
  constructor(private readonly setup: SetupService) {}

  @Post()
  @Allows('audience.write')
  @DoneResponse('Makes a segment. One that is there stays as it is; its members are calculated within moments')
  async add(@InApp() { app, origin }: AppCaller, @Body() { name, target }: DescribedSegmentDto): Promise<void> {
    await this.setup.addEntry(origin, app, 'segments', { name, target });
  }
}

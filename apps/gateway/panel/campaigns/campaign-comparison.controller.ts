import { Controller, Get, Query } from '@nestjs/common';
import { CampaignComparisonService } from '#libs/reporting';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { ComparisonDto, ComparisonQuery, toCompared } from './campaign-comparison.dto.js';

/** Two campaigns beside each other. */
@PanelApi('Campaigns')
@Controller('panel/1.0/apps/:app/campaign-comparison')
export class CampaignComparisonController {
  constructor(private readonly comparisons: CampaignComparisonService) {}

  @Get()
  @Allows('campaigns.read')
  @OkResponse('Gets the figures of two campaigns, with what each rate is of', ComparisonDto)
  async compare(@InApp() { app }: AppCaller, @Query() { first, second }: ComparisonQuery): Promise<ComparisonDto> {
    const [left, right] = await Promise.all([
      this.comparisons.read(app.id, first),
      this.comparisons.read(app.id, second),
    ]);
    return { first: toCompared(left), second: toCompared(right) };
  }
}

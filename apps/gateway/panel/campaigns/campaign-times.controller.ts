import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { RecurringReaderService } from '#libs/reporting';
import { CampaignOverviewService, CampaignOverlapService } from '#libs/reporting/campaigns';
import { ScheduledForecastService } from '#libs/notifications/forecasts';
import { CampaignDryRunService, CampaignMoveService, ScheduleDto } from '#libs/notifications/campaigns';
import { malformed } from '#platform/errors';
import { WhileAsked } from '../../http/request/while-asked.js';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { viewerOf } from '../access/setup-editor.js';
import { CheckDto, toCheck } from '../compose/check.dto.js';
import {
  CampaignOverlapDto,
  CampaignOverlapQuestionDto,
  ForecastQuestionDto,
  MoveDto,
  RunTimesDto,
  CampaignRunsDto,
  toCampaignRuns,
  toCampaignOverlap,
  toCompared,
  toRunTimes,
} from './campaign-times.dto.js';
import { CampaignRowDto, toCampaignRow } from './campaigns.dto.js';

/** The calendar: when campaigns begin, and who gets two of them. */
@PanelApi('Campaigns')
@Controller('panel/1.0/apps/:app/campaigns')
export class CampaignTimesController {
  constructor(
    private readonly moves: CampaignMoveService,
    private readonly campaigns: CampaignOverviewService,
    private readonly overlaps: CampaignOverlapService,
    private readonly dryRuns: CampaignDryRunService,
    private readonly recurring: RecurringReaderService,
    private readonly forecasts: ScheduledForecastService,
  ) {}

  /** It changes nothing of the campaign: the count is a check of the member. */
  @Post(':key/forecast')
  @HttpCode(200)
  @Allows('campaigns.read')
  @OkResponse('Counts whom a campaign that has not begun would reach now', CheckDto)
  async forecast(
    @InApp() { app, origin }: AppCaller,
    @Param('key') key: string,
    @Body() { fresh = false }: ForecastQuestionDto,
  ): Promise<CheckDto> {
    const reader = { appId: app.id, by: origin.by };
    return toCheck(await this.forecasts.count(reader, readNumber(key), { isFresh: fresh }));
  }

  @Post(':key/move')
  @HttpCode(200)
  @Allows('campaigns.send')
  @OkResponse('Moves a campaign that has not begun to another time; an approval of it is needed anew', CampaignRowDto)
  async move(
    @InApp() { app, origin }: AppCaller,
    @Param('key') key: string,
    @Body() { seen, ...schedule }: MoveDto,
  ): Promise<CampaignRowDto> {
    await this.moves.move({ ...origin, appId: app.id }, readNumber(key), { schedule, seen });
    return toCampaignRow(await this.campaigns.get(app.id, readNumber(key)));
  }

  @Get(':key/runs')
  @Allows('campaigns.read')
  @OkResponse('Lists the runs of a recurring campaign, and those to come', CampaignRunsDto)
  async getRuns(@InApp() { app }: AppCaller, @Param('key') key: string): Promise<CampaignRunsDto> {
    return toCampaignRuns(await this.recurring.get(app.id, readNumber(key)));
  }

  /** It changes nothing; a rule is long for an address. */
  @Post('runs')
  @HttpCode(200)
  @Allows('campaigns.write')
  @OkResponse('Lists the next five runs of a schedule that repeats', RunTimesDto)
  async listRuns(@InApp() { app }: AppCaller, @Body() schedule: ScheduleDto): Promise<RunTimesDto> {
    return toRunTimes(await this.dryRuns.listRuns(app.id, schedule));
  }

  /** It changes nothing; a target does not fit into an address. */
  @Post('overlap')
  @HttpCode(200)
  @Allows('audience.count')
  @OkResponse('Counts how many users match the audiences of two campaigns', CampaignOverlapDto)
  async overlap(
    @InApp() caller: AppCaller,
    @Body() { campaigns }: CampaignOverlapQuestionDto,
    @WhileAsked() asked: AbortSignal,
  ): Promise<CampaignOverlapDto> {
    const [first, second] = campaigns;
    if (!first || !second) {
      throw malformed("Field 'campaigns' should have two entries");
    }
    const asking = { asked, viewer: viewerOf(caller) };
    return toCampaignOverlap(await this.overlaps.count(caller.app.id, [toCompared(first), toCompared(second)], asking));
  }
}

import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CampaignOverviewService, CampaignHistoryService, CampaignSeriesService } from '#libs/reporting/campaigns';
import { CampaignStateService } from '#libs/notifications/campaigns';
import { malformed } from '#platform/errors';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { CampaignHistoryDto, toCampaignEvent } from './campaign-history.dto.js';
import { CampaignDetailService } from './campaign-detail.service.js';
import { CampaignSeriesDto, toCampaignSeries } from './campaign-series.dto.js';
import {
  CampaignPageDto,
  CampaignPanelDto,
  CampaignsQuery,
  PaceDto,
  readAuthor,
  toCampaignRow,
} from './campaigns.dto.js';

const SECONDS = 60;

/** Campaigns: what became of everyone, and steering what runs. */
@PanelApi('Campaigns')
@Controller('panel/1.0/apps/:app/campaigns')
export class PanelCampaignsController {
  constructor(
    private readonly campaigns: CampaignOverviewService,
    private readonly details: CampaignDetailService,
    private readonly history: CampaignHistoryService,
    private readonly series: CampaignSeriesService,
    private readonly states: CampaignStateService,
  ) {}

  @Get()
  @Allows('campaigns.read')
  @OkResponse('Lists campaigns, the newest first', CampaignPageDto)
  async list(
    @InApp() { app }: AppCaller,
    @Query() { after, author, folder, archived, ...filter }: CampaignsQuery,
  ): Promise<CampaignPageDto> {
    const page = await this.campaigns.list(app.id, {
      ...filter,
      isArchived: archived === 'yes',
      ...(folder !== undefined && { folderId: readNumber(folder) }),
      ...(after !== undefined && { before: after }),
      ...(author !== undefined && { author: readAuthor(author) }),
    });
    const authors = await this.history.findAuthors(
      app.id,
      page.campaigns.map(({ definition }) => definition),
    );
    const items = page.campaigns.map((campaign) => {
      const by = authors.get(campaign.definition.notificationKey);
      return { ...toCampaignRow(campaign), ...(by && { author: by }) };
    });
    return { items, next: page.next === null ? null : String(page.next) };
  }

  @Get(':key')
  @Allows('campaigns.read')
  @OkResponse('Gets a campaign: figures, message, target, options', CampaignPanelDto)
  async get(@InApp() caller: AppCaller, @Param('key') key: string): Promise<CampaignPanelDto> {
    return this.details.read(caller, readNumber(key));
  }

  @Get(':key/history')
  @Allows('campaigns.read')
  @OkResponse('Lists who did what with a campaign, the newest first; at most 100', CampaignHistoryDto)
  async listHistory(@InApp() { app }: AppCaller, @Param('key') key: string): Promise<CampaignHistoryDto> {
    const { definition } = await this.campaigns.get(app.id, readNumber(key));
    return { items: (await this.history.list(app.id, definition)).map(toCampaignEvent) };
  }

  @Get(':key/series')
  @Allows('campaigns.read')
  @OkResponse('Tells how fast a campaign was over its whole run', CampaignSeriesDto)
  async getSeries(@InApp() { app }: AppCaller, @Param('key') key: string): Promise<CampaignSeriesDto> {
    const { definition } = await this.campaigns.get(app.id, readNumber(key));
    return toCampaignSeries(await this.series.read(app.id, definition.notificationKey));
  }

  @Post(':key/pause')
  @Allows('campaigns.steer')
  @OkResponse('Pauses a campaign: after the answer only batches under way are still sent', CampaignPanelDto)
  async pause(@InApp() caller: AppCaller, @Param('key') key: string): Promise<CampaignPanelDto> {
    await this.states.pause(actorOf(caller), [readNumber(key)]);
    return this.get(caller, key);
  }

  @Post(':key/resume')
  @Allows('campaigns.steer')
  @OkResponse('Lets a paused campaign go on', CampaignPanelDto)
  async resume(@InApp() caller: AppCaller, @Param('key') key: string): Promise<CampaignPanelDto> {
    await this.states.resume(actorOf(caller), [readNumber(key)]);
    return this.get(caller, key);
  }

  @Post(':key/stop')
  @Allows('campaigns.steer')
  @OkResponse('Stops a campaign for good: who was not sent to ends as skipped', CampaignPanelDto)
  async stop(@InApp() caller: AppCaller, @Param('key') key: string): Promise<CampaignPanelDto> {
    await this.states.stop(actorOf(caller), [readNumber(key)]);
    return this.get(caller, key);
  }

  @Post(':key/speed')
  @Allows('campaigns.steer')
  @OkResponse('Changes how fast a campaign goes', CampaignPanelDto)
  async changeSpeed(
    @InApp() caller: AppCaller,
    @Param('key') key: string,
    @Body() body: PaceDto,
  ): Promise<CampaignPanelDto> {
    await this.states.changeSpeed(actorOf(caller), [{ notificationKey: readNumber(key), speed: toSpeed(body) }]);
    return this.get(caller, key);
  }
}

/** @throws AppError malformed for one field without the other, and for seconds that are no minutes */
function toSpeed({ size, intervalSeconds }: PaceDto): { packageSize: number; intervalMins: number } | null {
  if (size === undefined && intervalSeconds === undefined) {
    return null;
  }
  if (size === undefined || intervalSeconds === undefined) {
    throw malformed("Fields 'size' and 'intervalSeconds' go together");
  }
  if (intervalSeconds % SECONDS !== 0) {
    throw malformed("Field 'intervalSeconds' should be whole minutes");
  }
  return { packageSize: size, intervalMins: intervalSeconds / SECONDS };
}

function actorOf({ origin, app }: AppCaller) {
  return { ...origin, appId: app.id };
}

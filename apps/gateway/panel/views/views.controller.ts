import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CampaignChoicesService } from '#libs/reporting/campaigns';
import { ViewService } from '#libs/members';
import { CampaignChoicesDto } from '../campaigns/campaigns.dto.js';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { ownWriterOf } from '../access/own-writer.js';
import { readNumber } from '../access/read-number.js';
import { NewViewDto, readFilters, toView, ViewChangeDto, ViewDto, ViewListDto, ViewsQuery } from './views.dto.js';

/** Filters that a member saves for itself; other members do not see them. */
@PanelApi('Views')
@Controller('panel/1.0/apps/:app/views')
export class PanelViewsController {
  constructor(
    private readonly views: ViewService,
    private readonly choices: CampaignChoicesService,
  ) {}

  @Get('campaigns/choices')
  @Allows('campaigns.read')
  @OkResponse('Lists labels and authors that campaigns can be filtered by', CampaignChoicesDto)
  async listChoices(@InApp() { app }: AppCaller): Promise<CampaignChoicesDto> {
    return this.choices.list(app.id);
  }

  @Get()
  @Allows('campaigns.read')
  @OkResponse("Lists the member's own saved views", ViewListDto)
  async list(@InApp() caller: AppCaller, @Query() { screen }: ViewsQuery): Promise<ViewListDto> {
    return { items: (await this.views.list(ownWriterOf(caller), screen)).map(toView) };
  }

  @Post()
  @HttpCode(200)
  @Allows('campaigns.read')
  @OkResponse('Saves filters under a name', ViewDto)
  async save(@InApp() caller: AppCaller, @Body() { screen, name, filters }: NewViewDto): Promise<ViewDto> {
    return toView(await this.views.save(ownWriterOf(caller), { screen, name, filters: readFilters(filters) }));
  }

  @Post(':id')
  @HttpCode(200)
  @Allows('campaigns.read')
  @OkResponse('Renames a view, or gives it other filters', ViewDto)
  async alter(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { name, filters }: ViewChangeDto,
  ): Promise<ViewDto> {
    const change = { ...(name !== undefined && { name }), ...(filters && { filters: readFilters(filters) }) };
    return toView(await this.views.alter(ownWriterOf(caller), readNumber(id), change));
  }

  @Post(':id/remove')
  @Allows('campaigns.read')
  @DoneResponse('Removes a view')
  async remove(@InApp() caller: AppCaller, @Param('id') id: string): Promise<void> {
    await this.views.remove(ownWriterOf(caller), readNumber(id));
  }
}

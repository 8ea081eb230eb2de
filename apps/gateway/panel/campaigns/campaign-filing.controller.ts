import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CampaignFilingService, type CampaignActor } from '#libs/notifications';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import {
  CampaignFolderDto,
  CampaignFolderListDto,
  FilingDto,
  FolderNameDto,
  readFiling,
  toFolder,
} from './campaign-filing.dto.js';

/** Folders, labels and the archive of campaigns. */
@PanelApi('Campaigns')
@Controller('panel/1.0/apps/:app')
export class CampaignFilingController {
  constructor(private readonly filings: CampaignFilingService) {}

  @Get('campaign-folders')
  @Allows('campaigns.read')
  @OkResponse('Lists the folders of campaigns', CampaignFolderListDto)
  async listFolders(@InApp() { app }: AppCaller): Promise<CampaignFolderListDto> {
    return { items: (await this.filings.listFolders(app.id)).map(toFolder) };
  }

  @Post('campaign-folders')
  @HttpCode(200)
  @Allows('campaigns.write')
  @OkResponse('Creates a folder', CampaignFolderDto)
  async createFolder(@InApp() caller: AppCaller, @Body() { name }: FolderNameDto): Promise<CampaignFolderDto> {
    return toFolder(await this.filings.createFolder(actorOf(caller), name));
  }

  @Post('campaign-folders/:id')
  @HttpCode(200)
  @Allows('campaigns.write')
  @OkResponse('Renames a folder', CampaignFolderDto)
  async renameFolder(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { name }: FolderNameDto,
  ): Promise<CampaignFolderDto> {
    return toFolder(await this.filings.renameFolder(actorOf(caller), readNumber(id), name));
  }

  @Post('campaign-folders/:id/remove')
  @Allows('campaigns.write')
  @DoneResponse('Removes a folder; its campaigns stay, in none')
  async removeFolder(@InApp() caller: AppCaller, @Param('id') id: string): Promise<void> {
    await this.filings.removeFolder(actorOf(caller), readNumber(id));
  }

  @Post('campaigns/file')
  @Allows('campaigns.write')
  @DoneResponse('Puts campaigns into a folder, labels or archives them')
  async file(@InApp() caller: AppCaller, @Body() body: FilingDto): Promise<void> {
    await this.filings.file(
      actorOf(caller),
      body.keys.map((key) => readNumber(key)),
      readFiling(body),
    );
  }
}

function actorOf({ origin, app }: AppCaller): CampaignActor {
  return { ...origin, appId: app.id };
}

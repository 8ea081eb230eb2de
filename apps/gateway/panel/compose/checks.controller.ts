import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CampaignCheckService } from '#libs/notifications';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { CheckDto, toCheck } from './check.dto.js';

/** Checks of large campaigns, which go on after the answer. A member sees its own. */
@PanelApi('Compose')
@Controller('panel/1.0/apps/:app/checks')
export class PanelChecksController {
  constructor(private readonly checks: CampaignCheckService) {}

  @Get(':id')
  @Allows('campaigns.read')
  @OkResponse('Gets a check: how far it is, and what it counted', CheckDto)
  async get(@InApp() caller: AppCaller, @Param('id') id: string): Promise<CheckDto> {
    return toCheck(await this.checks.get(readerOf(caller), readNumber(id)));
  }

  /** It changes nothing of the application. */
  @Post(':id/stop')
  @HttpCode(200)
  @Allows('campaigns.read')
  @OkResponse('Stops a check that nobody waits for', CheckDto)
  async stop(@InApp() caller: AppCaller, @Param('id') id: string): Promise<CheckDto> {
    await this.checks.stop(readerOf(caller), readNumber(id));
    return this.get(caller, id);
  }
}

function readerOf({ app, origin }: AppCaller) {
  return { appId: app.id, by: origin.by };
}

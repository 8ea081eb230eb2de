import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CheckSampleService } from '#libs/notifications/compose';
import { CampaignCheckService } from '#libs/notifications/forecasts';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { seesPrivate } from '../access/sees-private.js';
import { CheckSamplesDto, toSamples } from './check-samples.dto.js';
import { CheckDto, toCheck } from './check.dto.js';

/** Checks of large campaigns, which go on after the answer. A member sees its own. */
@PanelApi('Compose')
@Controller('panel/1.0/apps/:app/checks')
export class PanelChecksController {
  constructor(
    private readonly checks: CampaignCheckService,
    private readonly samples: CheckSampleService,
  ) {}

  @Get(':id')
  @Allows('campaigns.read')
  @OkResponse('Gets a check: how far it is, and what it counted', CheckDto)
  async get(@InApp() caller: AppCaller, @Param('id') id: string): Promise<CheckDto> {
    return toCheck(await this.checks.get(readerOf(caller), readNumber(id)));
  }

  /** It shows people, so it needs more than their number does. */
  @Get(':id/samples')
  @Allows('users.read')
  @OkResponse('Shows what a few recipients of a checked campaign would get', CheckSamplesDto)
  async listSamples(@InApp() caller: AppCaller, @Param('id') id: string): Promise<CheckSamplesDto> {
    return toSamples(await this.samples.list(readerOf(caller), readNumber(id), seesPrivate(caller)));
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

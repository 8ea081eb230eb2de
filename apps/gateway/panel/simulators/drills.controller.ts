import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { DrillService } from '#libs/simulation';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { DrillDto, DrillListDto, DrillPlanDto, toDrill, toWait } from './drills.dto.js';

/** Fault drills: never with a real account, which is checked when it is asked for, when it begins and at each message. */
@PanelApi('Simulators')
@Controller('panel/1.0/apps/:app/campaigns/:key/drills')
export class PanelDrillsController {
  constructor(private readonly drills: DrillService) {}

  @Get()
  @Allows('campaigns.read')
  @OkResponse('Lists the fault drills of a campaign with their verdicts', DrillListDto)
  async list(@InApp() { app }: AppCaller, @Param('key') key: string): Promise<DrillListDto> {
    const { drills, isPossible, wait } = await this.drills.list(app.id, readNumber(key));
    return { possible: isPossible, items: drills.map(toDrill), ...(wait && { wait: toWait(wait) }) };
  }

  @Post()
  @HttpCode(200)
  @Allows('rehearse')
  @OkResponse(
    'Sends a copy of a campaign to its simulated accounts while they fail on purpose; it is judged at the end',
    DrillDto,
  )
  async start(
    @InApp() { app, origin }: AppCaller,
    @Param('key') key: string,
    @Body() { unavailable, reset, timeout, size }: DrillPlanDto,
  ): Promise<DrillDto> {
    return toDrill(await this.drills.ask(origin, app.id, readNumber(key), { unavailable, reset, timeout, size }));
  }
}

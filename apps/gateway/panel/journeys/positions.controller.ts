import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { JourneyPositionsService, JourneyService } from '#libs/journeys/control';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { originOf } from '../access/own-writer.js';
import { readNumber } from '../access/read-number.js';
import { StepPositionsDto } from './positions.dto.js';

/** The drawings of journeys. */
@PanelApi('Journeys')
@Controller('panel/1.0/apps/:app/journeys')
export class JourneyPositionsController {
  constructor(
    private readonly journeys: JourneyService,
    private readonly positions: JourneyPositionsService,
  ) {}

  @Get(':id/positions')
  @Allows('campaigns.read')
  @OkResponse('Lists the steps that members put somewhere in the drawing of a journey', StepPositionsDto)
  async list(@InApp() { app }: AppCaller, @Param('id') id: string): Promise<StepPositionsDto> {
    const { journeyId } = await this.journeys.getById(app.id, readNumber(id));
    const items = await this.positions.list(app.id, journeyId);
    return { items: items.map(({ id: step, x, y }) => ({ id: step, x, y })) };
  }

  @Post(':id/positions')
  @Allows('setup.write')
  @DoneResponse('Replaces the positions of steps in the drawing of a journey. Its definition stays')
  async replace(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { items }: StepPositionsDto,
  ): Promise<void> {
    const journey = await this.journeys.getById(caller.app.id, readNumber(id));
    const positions = items.map(({ id: step, x, y }) => ({ id: step, x, y }));
    await this.positions.replace(originOf(caller), journey, positions);
  }
}

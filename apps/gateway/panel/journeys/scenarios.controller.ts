import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { JourneyService, ScenarioService } from '#libs/journeys/control';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { viewerOf } from '../access/setup-editor.js';
import { ScenarioDto, ScenarioOutcomeDto, toOutcome, WalkDto } from './scenario.dto.js';

/** Tests of journeys with a clock. */
@PanelApi('Journeys')
@Controller('panel/1.0/apps/:app/journeys')
export class ScenariosController {
  constructor(
    private readonly journeys: JourneyService,
    private readonly scenarios: ScenarioService,
  ) {}

  /** The steps are those of the edit, so it takes the right to edit. */
  @Post('walk')
  @HttpCode(200)
  @Allows('setup.write')
  @OkResponse(
    'Runs a scenario against a journey that is being edited, on a clock of its own. Nothing is written, and nothing leaves',
    ScenarioOutcomeDto,
  )
  async walk(@InApp() caller: AppCaller, @Body() { journey, scenario }: WalkDto): Promise<ScenarioOutcomeDto> {
    return toOutcome(await this.scenarios.walk(caller.app, journey, scenario, viewerOf(caller)));
  }

  @Post(':id/test')
  @Allows('campaigns.read')
  @OkResponse(
    'Runs a scenario against a journey, on a clock of its own. Nothing is written, and nothing leaves',
    ScenarioOutcomeDto,
  )
  async test(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { scenario }: ScenarioDto,
  ): Promise<ScenarioOutcomeDto> {
    const journey = await this.journeys.getById(caller.app.id, readNumber(id));
    return toOutcome(await this.scenarios.run(caller.app, journey, scenario, viewerOf(caller)));
  }
}

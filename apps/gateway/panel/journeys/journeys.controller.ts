import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { type JourneyState, JourneyPeriodService } from '#libs/journeys';
import {
  JourneyPeopleService,
  JourneyService,
  JourneyStateService,
  listDescribed,
  ShownJourneyService,
} from '#libs/journeys/control';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { requirePermission } from '../access/require-permission.js';
import { seesPrivate } from '../access/sees-private.js';
import { viewerOf } from '../access/setup-editor.js';
import {
  ChangedJourneyDto,
  JourneyChangeDto,
  WaitingPeopleQuery,
  PanelJourneyDto,
  PanelJourneyListDto,
  toJourney,
  toListed,
  toWaiting,
  WaitingPeopleDto,
} from './journeys.dto.js';
import { JourneyPeriodQuery, PanelJourneyPeriodDto, toPeriod } from './period.dto.js';

/** Journeys of the application file: their people, and their states. */
@PanelApi('Journeys')
@Controller('panel/1.0/apps/:app/journeys')
export class PanelJourneysController {
  constructor(
    private readonly journeys: JourneyService,
    private readonly states: JourneyStateService,
    private readonly people: JourneyPeopleService,
    private readonly periods: JourneyPeriodService,
    private readonly shown: ShownJourneyService,
  ) {}

  @Get()
  @Allows('campaigns.read')
  @OkResponse('Lists the journeys with their people', PanelJourneyListDto)
  async list(@InApp() { app }: AppCaller): Promise<PanelJourneyListDto> {
    return { items: (await this.journeys.listCounted(app.id)).map(toListed) };
  }

  @Get(':id')
  @Allows('campaigns.read')
  @OkResponse('Shows a journey: people at each step and of each version', PanelJourneyDto)
  async show(@InApp() caller: AppCaller, @Param('id') id: string): Promise<PanelJourneyDto> {
    const journey = await this.journeys.getById(caller.app.id, readNumber(id));
    const hidesSteps = await this.shown.hidesPlaces(journey, viewerOf(caller));
    const changedTexts = await this.journeys.findChangedTexts(journey);
    const { all, versions } = await this.journeys.getFigures(journey);
    const figures = { all: hidesSteps ? { ...all, nodes: {} } : all, versions };
    return toJourney(journey, listDescribed(journey.definition.steps), figures, { hidesSteps, changedTexts });
  }

  @Get(':id/period')
  @Allows('campaigns.read')
  @OkResponse(
    'Counts the people of a journey within UTC days: at each step, by way, and by the reason for leaving',
    PanelJourneyPeriodDto,
  )
  async period(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Query() period: JourneyPeriodQuery,
  ): Promise<PanelJourneyPeriodDto> {
    const journey = await this.journeys.getById(caller.app.id, readNumber(id));
    const figures = await this.periods.get(journey, period);
    return toPeriod((await this.shown.hidesPlaces(journey, viewerOf(caller))) ? { ...figures, nodes: {} } : figures);
  }

  @Get(':id/people')
  @Allows('users.read')
  @OkResponse('Lists the people at a step, and until when', WaitingPeopleDto)
  async listPeople(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Query() { step, limit, after }: WaitingPeopleQuery,
  ): Promise<WaitingPeopleDto> {
    const journey = await this.journeys.getById(caller.app.id, readNumber(id));
    await this.shown.refusePlaces(journey, viewerOf(caller));
    return toWaiting(await this.people.listWaiting(journey, step, limit, after), seesPrivate(caller));
  }

  @Post(':id/pause')
  @Allows('campaigns.steer')
  @DoneResponse('Pauses a journey: no one enters, and people inside wait')
  async pause(@InApp() caller: AppCaller, @Param('id') id: string, @Body() { seen }: JourneyChangeDto): Promise<void> {
    await this.change(caller, id, 'paused', seen);
  }

  @Post(':id/resume')
  @Allows('campaigns.steer')
  @HttpCode(200)
  @OkResponse(
    'Lets people enter a journey and go on. One that is not paused takes `campaigns.send` as well',
    ChangedJourneyDto,
  )
  async resume(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { seen }: JourneyChangeDto,
  ): Promise<ChangedJourneyDto> {
    if (seen !== 'paused') {
      requirePermission(caller, 'campaigns.send');
    }
    return { waits: (await this.change(caller, id, 'on', seen)) !== null };
  }

  @Post(':id/drain')
  @Allows('campaigns.steer')
  @HttpCode(200)
  @OkResponse('Closes a journey: no one enters, and people inside go on to its end', ChangedJourneyDto)
  async drain(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { seen }: JourneyChangeDto,
  ): Promise<ChangedJourneyDto> {
    return { waits: (await this.change(caller, id, 'closed', seen)) !== null };
  }

  @Post(':id/stop')
  @Allows('campaigns.steer')
  @DoneResponse('Stops a journey: all people leave it')
  async stop(@InApp() caller: AppCaller, @Param('id') id: string, @Body() { seen }: JourneyChangeDto): Promise<void> {
    await this.change(caller, id, 'off', seen);
  }

  /** @returns the request, where it waits for an approval */
  private async change(
    { app, origin }: AppCaller,
    id: string,
    state: JourneyState,
    seen: JourneyState,
  ): Promise<number | null> {
    const { name } = await this.journeys.getById(app.id, readNumber(id));
    return this.states.setState({ appId: app.id, approval: app.settings.approval, ...origin }, name, state, seen);
  }
}

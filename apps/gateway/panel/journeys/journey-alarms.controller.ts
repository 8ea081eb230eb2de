import { Controller, Get, Param } from '@nestjs/common';
import { JourneyAlarmService } from '#libs/journeys';
import { JourneyService, ShownJourneyService } from '#libs/journeys/control';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { viewerOf } from '../access/setup-editor.js';
import { JourneyAlarmsDto, JourneyDigestDto, toAlarm, toDigested } from './alarm.dto.js';

/** Alarms of journeys, and their week. */
@PanelApi('Journeys')
@Controller('panel/1.0/apps/:app')
export class JourneyAlarmsController {
  constructor(
    private readonly journeys: JourneyService,
    private readonly alarms: JourneyAlarmService,
    private readonly shown: ShownJourneyService,
  ) {}

  @Get('journey-digest')
  @Allows('campaigns.read')
  @OkResponse('Shows the last seven days of all journeys, with their alarms', JourneyDigestDto)
  async digest(@InApp() { app }: AppCaller): Promise<JourneyDigestDto> {
    const { from, to, journeys } = await this.alarms.digest(app.id);
    return { from: from.toISOString(), to: to.toISOString(), items: journeys.map(toDigested) };
  }

  @Get('journeys/:id/alarms')
  @Allows('campaigns.read')
  @OkResponse('Lists the alarms of a journey', JourneyAlarmsDto)
  async list(@InApp() caller: AppCaller, @Param('id') id: string): Promise<JourneyAlarmsDto> {
    const journey = await this.journeys.getById(caller.app.id, readNumber(id));
    const hidesSteps = await this.shown.hidesPlaces(journey, viewerOf(caller));
    const alarms = (await this.alarms.listOf(journey)).filter(({ node }) => !hidesSteps || node === '');
    return { items: alarms.map(toAlarm) };
  }
}

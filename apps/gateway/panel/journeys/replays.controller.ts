import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { StoredReplayService } from '#libs/journeys';
import { ShownJourneyService } from '#libs/journeys/control';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { seesPeople } from '../access/sees-private.js';
import { viewerOf } from '../access/setup-editor.js';
import { NewestReplayDto, NewReplayDto, ReplayDto, toReplay } from './replay.dto.js';

/** Replays of journeys: what the running version would have done with the past. */
@PanelApi('Journeys')
@Controller('panel/1.0/apps/:app/journeys')
export class ReplaysController {
  constructor(
    private readonly journeys: ShownJourneyService,
    private readonly replays: StoredReplayService,
  ) {}

  @Get(':id/replay')
  @Allows('campaigns.read')
  @OkResponse('Shows the newest replay of a journey: how far it is, and what came of it', NewestReplayDto)
  async show(@InApp() caller: AppCaller, @Param('id') id: string): Promise<NewestReplayDto> {
    const { journeyId, appId } = await this.journeys.get(caller.app.id, readNumber(id), viewerOf(caller));
    const replay = await this.replays.findNewest(appId, journeyId);
    return { replay: replay && toReplay(replay, seesPeople(caller)) };
  }

  /** It changes nothing of the application. */
  @Post(':id/replay')
  @HttpCode(200)
  @Allows('campaigns.read')
  @OkResponse('Replays the past with the running version. Nothing leaves', ReplayDto)
  async start(@InApp() caller: AppCaller, @Param('id') id: string, @Body() { days }: NewReplayDto): Promise<ReplayDto> {
    const { app, origin } = caller;
    const journey = await this.journeys.get(app.id, readNumber(id), viewerOf(caller));
    const replay = await this.replays.start(journey, { days, byName: origin.by.name, definition: null });
    return toReplay(replay, seesPeople(caller));
  }
}

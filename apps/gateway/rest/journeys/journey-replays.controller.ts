import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { StoredReplayService, type Journey } from '#libs/journeys';
import { JourneyService, ShownJourneyService } from '#libs/journeys/control';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import { JourneyNameDto } from './journeys.dto.js';
import { AskReplayDto, JourneyReplayDto, NewestJourneyReplayDto, toJourneyReplay } from './journey-replays.dto.js';

/** Replays of journeys. Beyond the published interface. */
@RestApi('Journeys')
@RequiresScope('notifications')
@Controller('rest/3.0/journeys')
export class JourneyReplaysController {
  constructor(
    private readonly journeys: JourneyService,
    private readonly shown: ShownJourneyService,
    private readonly replays: StoredReplayService,
  ) {}

  @Get('replay')
  @ErrorResponses('unknown_key', 'key_not_allowed')
  @OkResponse('Shows the newest replay of a journey beside what really was', NewestJourneyReplayDto)
  async show(@CurrentCaller() caller: Caller, @Query() { name }: JourneyNameDto): Promise<NewestJourneyReplayDto> {
    const { appId, journeyId } = await this.find(caller, name);
    const replay = await this.replays.findNewest(appId, journeyId);
    return replay ? { replay: toJourneyReplay(replay) } : {};
  }

  @Post('startReplay')
  @HttpCode(200)
  @ErrorResponses('unknown_key', 'key_not_allowed', 'wrong_state')
  @OkResponse('Replays the last days with the newest version. Nothing leaves, and nothing changes', JourneyReplayDto)
  async start(@CurrentCaller() caller: Caller, @Body() { name, days }: AskReplayDto): Promise<JourneyReplayDto> {
    const journey = await this.find(caller, name);
    const asked = { days, byName: caller.by.name, definition: null };
    return toJourneyReplay(await this.replays.start(journey, asked));
  }

  /** Counts of a journey that compares private values would reveal them. */
  private async find(caller: Caller, name: string): Promise<Journey> {
    const journey = await this.journeys.get(caller.appId, name);
    await this.shown.refuseHidden(journey, caller);
    return journey;
  }
}

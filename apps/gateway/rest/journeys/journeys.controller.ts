import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { compareHeldOut, JourneyPeriodService } from '#libs/journeys';
import {
  JourneyEnterService,
  JourneyPeopleService,
  JourneyService,
  JourneyStateService,
  ShownJourneyService,
} from '#libs/journeys/control';
import type { Caller } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { AppError } from '#platform/errors';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { APPROVAL_ID } from '../../http/responses/kept-headers.js';
import { EmptyResponse, ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import {
  EnteredPeopleDto,
  EnterJourneyDto,
  JourneyExplainDto,
  JourneyListDto,
  JourneyNameDto,
  JourneyPeopleDto,
  JourneyPeopleQuery,
  JourneyPersonQuery,
  JourneyStatisticsDto,
  JourneyStatisticsQuery,
  toExplainDto,
  toJourneyDto,
  toPeopleDto,
} from './journeys.dto.js';

/** Journeys of the application file. Beyond the published interface. */
@RestApi('Journeys')
@RequiresScope('notifications')
@Controller('rest/3.0/journeys')
export class JourneysController {
  constructor(
    private readonly journeys: JourneyService,
    private readonly states: JourneyStateService,
    private readonly periods: JourneyPeriodService,
    private readonly people: JourneyPeopleService,
    private readonly entries: JourneyEnterService,
    private readonly users: UserLookupService,
    private readonly shown: ShownJourneyService,
  ) {}

  @Get()
  @OkResponse('Lists the journeys', JourneyListDto)
  async list(@CurrentCaller() { appId }: Caller): Promise<JourneyListDto> {
    return { list: (await this.journeys.list(appId)).map(toJourneyDto) };
  }

  @Get('statistics')
  @ErrorResponses('unknown_key')
  @OkResponse(
    'Counts the people of a journey, and by step; with `from` or `to` also within UTC days. Steps of a journey that looks at private values are only for keys with the scope `private`',
    JourneyStatisticsDto,
  )
  async statistics(
    @CurrentCaller() caller: Caller,
    @Query() { name, from, to }: JourneyStatisticsQuery,
  ): Promise<JourneyStatisticsDto> {
    const journey = await this.journeys.get(caller.appId, name);
    const isHidden = await this.shown.hidesPlaces(journey, caller);
    const hasPeriod = from !== undefined || to !== undefined;
    const period = hasPeriod ? await this.periods.get(journey, { from, to }) : undefined;
    const { all } = await this.journeys.getFigures(journey);
    const effect = journey.definition.goal && compareHeldOut(all);
    const changedTexts = await this.journeys.findChangedTexts(journey);
    return {
      ...(isHidden ? { ...all, nodes: {} } : all),
      ...(effect && { effect }),
      ...(period && { period: isHidden ? { ...period, nodes: {} } : period }),
      ...(changedTexts.length > 0 && { changedTexts }),
    };
  }

  @Get('explain')
  @ErrorResponses('unknown_key', 'unknown_subject', 'key_not_allowed')
  @OkResponse('Shows where a person is in a journey, since when and until when', JourneyExplainDto)
  async explain(
    @CurrentCaller() caller: Caller,
    @Query() { name, extId }: JourneyPersonQuery,
  ): Promise<JourneyExplainDto> {
    const { appId, seesPrivate } = caller;
    const uid = (await this.users.findUidsByExtIds(appId, [extId])).get(extId);
    if (uid === undefined) {
      throw new AppError('unknown_subject', `No user has the extId ${extId}`, { field: 'extId' });
    }
    const journey = await this.journeys.get(appId, name);
    await this.shown.refusePlaces(journey, caller);
    const changedTexts = await this.journeys.findChangedTexts(journey);
    return toExplainDto({ ...(await this.journeys.explain(journey, uid)), changedTexts }, seesPrivate);
  }

  @Get('people')
  @RequiresScope('notifications', 'users')
  @ErrorResponses('unknown_key', 'key_not_allowed')
  @OkResponse('Lists the people at a step of a journey, and until when', JourneyPeopleDto)
  async listPeople(
    @CurrentCaller() caller: Caller,
    @Query() { name, node, limit, after }: JourneyPeopleQuery,
  ): Promise<JourneyPeopleDto> {
    const journey = await this.journeys.get(caller.appId, name);
    await this.shown.refusePlaces(journey, caller);
    return toPeopleDto(await this.people.listWaiting(journey, node, limit, after), caller.seesPrivate);
  }

  @Post('enter')
  @ErrorResponses('unknown_key', 'wrong_state')
  @OkResponse('Lets people into a journey whose entry is `api`', EnteredPeopleDto)
  async enter(@CurrentCaller() caller: Caller, @Body() entry: EnterJourneyDto): Promise<EnteredPeopleDto> {
    return this.entries.enter(caller, entry);
  }

  @Post('pause')
  @ErrorResponses('unknown_key')
  @EmptyResponse('Pauses a journey: no one enters, and people inside wait')
  async pause(@CurrentCaller() caller: Caller, @Body() { name }: JourneyNameDto): Promise<void> {
    await this.states.setState(caller, name, 'paused');
  }

  @Post('resume')
  @ErrorResponses('unknown_key', 'wrong_state')
  @EmptyResponse(`Lets people enter a journey and go on. With ${APPROVAL_ID} it waits for an approval`)
  async resume(
    @CurrentCaller() caller: Caller,
    @Body() { name }: JourneyNameDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    noteRequest(response, await this.states.setState(caller, name, 'on'));
  }

  @Post('stop')
  @ErrorResponses('unknown_key')
  @EmptyResponse('Stops a journey: all people leave it')
  async stop(@CurrentCaller() caller: Caller, @Body() { name }: JourneyNameDto): Promise<void> {
    await this.states.setState(caller, name, 'off');
  }

  @Post('drain')
  @ErrorResponses('unknown_key', 'wrong_state')
  @EmptyResponse(`Closes a journey: people inside go on to its end. With ${APPROVAL_ID} it waits for an approval`)
  async drain(
    @CurrentCaller() caller: Caller,
    @Body() { name }: JourneyNameDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    noteRequest(response, await this.states.setState(caller, name, 'closed'));
  }
}

/** Names the request of a change that waits for an approval. */
function noteRequest(response: Response, requestId: number | null): void {
  if (requestId !== null) {
    response.setHeader(APPROVAL_ID, requestId);
  }
}

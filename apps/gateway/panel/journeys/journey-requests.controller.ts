import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { type Journey, JourneyApprovalService, StoredReplayService, writeJourney } from '#libs/journeys';
import { ShownJourneyService } from '#libs/journeys/control';
import { AppError } from '#platform/errors';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { originOf } from '../access/own-writer.js';
import { readNumber } from '../access/read-number.js';
import { viewerOf } from '../access/setup-editor.js';
import {
  ApproveJourneyRequestDto,
  OpenJourneyRequestDto,
  RejectJourneyRequestDto,
  toJourneyRequest,
} from './journey-request.dto.js';

/** The change of a journey that waits until someone else than its author has approved it. */
@PanelApi('Journeys')
@Controller('panel/1.0/apps/:app/journeys')
export class JourneyRequestsController {
  constructor(
    private readonly journeys: ShownJourneyService,
    private readonly approvals: JourneyApprovalService,
    private readonly replays: StoredReplayService,
  ) {}

  @Get(':id/request')
  @Allows('campaigns.read')
  @OkResponse('Shows the change of a journey that waits, with its forecast', OpenJourneyRequestDto)
  async show(@InApp() caller: AppCaller, @Param('id') id: string): Promise<OpenJourneyRequestDto> {
    const request = await this.approvals.find(await this.read(caller, id));
    if (!request) {
      return { request: null };
    }
    const { appId, replayId, journey, state, definition } = request;
    await this.journeys.refuseHidden({ ...journey, definition }, viewerOf(caller));
    const forecast = replayId === null ? null : await this.replays.get(appId, replayId);
    const text = JSON.stringify(writeJourney({ name: journey.name, state, definition }), null, 2);
    return { request: toJourneyRequest(request, text, forecast, caller) };
  }

  @Post(':id/request/approve')
  @Allows('campaigns.approve')
  @DoneResponse('Approves a change as it was read; the last approval that it needs applies it with its limit')
  async approve(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { requestId, hash, perDay, words }: ApproveJourneyRequestDto,
  ): Promise<void> {
    const request = await this.readRequest(caller, id, requestId);
    await this.approvals.approve(deciderOf(caller), request, { hash, perDay }, words ?? null);
  }

  @Post(':id/request/reject')
  @Allows('campaigns.approve')
  @DoneResponse('Rejects a change: nothing of it is applied')
  async reject(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { requestId, words }: RejectJourneyRequestDto,
  ): Promise<void> {
    await this.approvals.reject(deciderOf(caller), await this.readRequest(caller, id, requestId), words ?? null);
  }

  @Post(':id/request/withdraw')
  @Allows('campaigns.read')
  @DoneResponse('Takes back what the member asked for')
  async withdraw(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { requestId }: RejectJourneyRequestDto,
  ): Promise<void> {
    await this.approvals.withdraw(deciderOf(caller), await this.readRequest(caller, id, requestId));
  }

  /** @throws AppError for a journey that is not there, and for one that compares values which the member may not see */
  private async read(caller: AppCaller, id: string): Promise<Journey> {
    return this.journeys.get(caller.app.id, readNumber(id), viewerOf(caller));
  }

  /** @returns the id of the request @throws AppError as `read`, also of its change; unknown_id for that of another journey */
  private async readRequest(caller: AppCaller, id: string, requestId: string): Promise<number> {
    const request = await this.approvals.find(await this.read(caller, id));
    if (request?.requestId !== readNumber(requestId)) {
      throw new AppError('unknown_id', `No request ${requestId} of this journey waits`);
    }
    await this.journeys.refuseHidden({ ...request.journey, definition: request.definition }, viewerOf(caller));
    return request.requestId;
  }
}

function deciderOf(caller: AppCaller) {
  return { ...originOf(caller), approval: caller.app.settings.approval };
}

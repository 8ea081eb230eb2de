import { Body, Controller, Get, Post } from '@nestjs/common';
import { JourneyApprovalService } from '#libs/journeys';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { EmptyResponse, ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import { ApprovedRequestDto, JourneyRequestsDto, RejectedRequestDto, toRequest } from './journey-approvals.dto.js';

/** Changes of journeys that wait for approvals. Beyond the published interface. */
@RestApi('Journeys')
@RequiresScope('approve')
@Controller('rest/3.0/journeys')
export class JourneyApprovalsController {
  constructor(private readonly approvals: JourneyApprovalService) {}

  @Get('approvals')
  @OkResponse('Lists changes of journeys that wait for approvals', JourneyRequestsDto)
  async list(@CurrentCaller() { appId }: Caller): Promise<JourneyRequestsDto> {
    return { list: (await this.approvals.list(appId)).map(toRequest) };
  }

  @Post('approve')
  @ErrorResponses('unknown_key', 'changed_meanwhile', 'wrong_state', 'key_not_allowed')
  @EmptyResponse('Approves a change as it was read. The last approval that it needs applies it with its limit')
  async approve(
    @CurrentCaller() caller: Caller,
    @Body() { requestId, hash, perDay, words }: ApprovedRequestDto,
  ): Promise<void> {
    await this.approvals.approve(caller, requestId, { hash, perDay }, words ?? null);
  }

  @Post('reject')
  @ErrorResponses('unknown_key', 'key_not_allowed')
  @EmptyResponse('Rejects a change: nothing of it is applied')
  async reject(@CurrentCaller() caller: Caller, @Body() { requestId, words }: RejectedRequestDto): Promise<void> {
    await this.approvals.reject(caller, requestId, words ?? null);
  }
}

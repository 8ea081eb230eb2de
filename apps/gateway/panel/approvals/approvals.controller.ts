import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { permissionsOf } from '#libs/members';
import { ReviewNeighbourService, ReviewReaderService, ReviewService } from '#libs/notifications/reviews';
import { NeedsIdempotencyKey } from '../../http/body/idempotency.interceptor.js';
import { OkResponse } from '../../http/responses/responses.js';
import { WhileAsked } from '../../http/request/while-asked.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { originOf } from '../access/own-writer.js';
import { readNumber } from '../access/read-number.js';
import { CheckDto, toCheck } from '../compose/check.dto.js';
import { NeighbourhoodDto, toNeighbourhood } from '../compose/neighbours.dto.js';
import { ApproveDto, RejectDto, ReviewDto, toReview, type ReviewReader } from './approvals.dto.js';
import { toWaitingCampaign, WaitingCampaignsDto } from './waiting-campaigns.dto.js';

/** Campaigns that wait until someone else than their author has approved them. */
@PanelApi('Approvals')
@Controller('panel/1.0/apps/:app/approvals')
export class PanelApprovalsController {
  constructor(
    private readonly reader: ReviewReaderService,
    private readonly reviews: ReviewService,
    private readonly neighbours: ReviewNeighbourService,
  ) {}

  @Get()
  @Allows('campaigns.read')
  @OkResponse('Lists campaigns that wait for approval, the oldest first', WaitingCampaignsDto)
  async list(@InApp() { app, origin }: AppCaller): Promise<WaitingCampaignsDto> {
    const waiting = await this.reader.listWaiting(app.id);
    const { isRequired, steps } = app.settings.approval;
    return {
      steps: isRequired ? [...steps] : [],
      items: waiting.map((campaign) => toWaitingCampaign(campaign, origin.by)),
    };
  }

  @Get(':key')
  @Allows('campaigns.read')
  @OkResponse('Gets a request: what was asked for, by whom, and what became of it', ReviewDto)
  async get(@InApp() caller: AppCaller, @Param('key') key: string): Promise<ReviewDto> {
    return toReview(await this.reader.get(caller.app.id, readNumber(key)), readerOf(caller));
  }

  @Get(':key/neighbours')
  @Allows('campaigns.approve')
  @OkResponse('Lists what else leaves within a day of a request, and how many of its users get both', NeighbourhoodDto)
  async listNeighbours(
    @InApp() { app }: AppCaller,
    @Param('key') key: string,
    @WhileAsked() asked: AbortSignal,
  ): Promise<NeighbourhoodDto> {
    return toNeighbourhood(await this.neighbours.find(app.id, readNumber(key), asked));
  }

  /** It changes nothing of the application. */
  @Post(':key/check')
  @HttpCode(200)
  @Allows('campaigns.approve')
  @OkResponse('Begins to count whom a campaign that waits would reach now', CheckDto)
  async check(@InApp() caller: AppCaller, @Param('key') key: string): Promise<CheckDto> {
    return toCheck(await this.reviews.check(originOf(caller), readNumber(key)));
  }

  @Post(':key/approve')
  @HttpCode(200)
  @Allows('campaigns.approve')
  @NeedsIdempotencyKey()
  @OkResponse('Approves a campaign as it was read; the last approval that it needs lets it go', ReviewDto)
  async approve(
    @InApp() caller: AppCaller,
    @Param('key') key: string,
    @Body() { hash, planned, words }: ApproveDto,
  ): Promise<ReviewDto> {
    await this.reviews.approve(originOf(caller), readNumber(key), { hash, planned }, words ?? null);
    return this.get(caller, key);
  }

  @Post(':key/reject')
  @HttpCode(200)
  @Allows('campaigns.approve')
  @NeedsIdempotencyKey()
  @OkResponse('Rejects a campaign: it never leaves', ReviewDto)
  async reject(
    @InApp() caller: AppCaller,
    @Param('key') key: string,
    @Body() { hash, words }: RejectDto,
  ): Promise<ReviewDto> {
    await this.reviews.reject(originOf(caller), readNumber(key), hash, words);
    return this.get(caller, key);
  }

  @Post(':key/withdraw')
  @HttpCode(200)
  @Allows('campaigns.send')
  @NeedsIdempotencyKey()
  @OkResponse('Takes back what the member itself asked for', ReviewDto)
  async withdraw(@InApp() caller: AppCaller, @Param('key') key: string): Promise<ReviewDto> {
    await this.reviews.withdraw(originOf(caller), readNumber(key));
    return this.get(caller, key);
  }
}

function readerOf({ app, grants, origin }: AppCaller): ReviewReader {
  const permissions = permissionsOf(grants, app.id);
  return { by: origin.by, seesTarget: permissions.has('campaigns.approve') || permissions.has('users.private') };
}

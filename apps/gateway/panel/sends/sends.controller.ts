import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { SendListService } from '#libs/reporting';
import { TransactionalStateService } from '#libs/notifications';
import { SendReviewService } from '#libs/notifications/reviews';
import { AppError } from '#platform/errors';
import { NeedsIdempotencyKey } from '../../http/body/idempotency.interceptor.js';
import { OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { seesPrivate } from '../access/sees-private.js';
import { RecipientPagesService } from '../campaigns/recipient-pages.service.js';
import { RecipientPageDto, RecipientsQuery } from '../campaigns/recipients.dto.js';
import { DecideSendDto, SendDto, SendPageDto, SendsQuery, toSendApproval, toSendRow } from './sends.dto.js';

/** Transactional sends that wait, are held or failed, each by the id of its own. */
@PanelApi('Transactional sends')
@Controller('panel/1.0/apps/:app/sends')
export class PanelSendsController {
  constructor(
    private readonly sends: SendListService,
    private readonly reviews: SendReviewService,
    private readonly states: TransactionalStateService,
    private readonly recipients: RecipientPagesService,
  ) {}

  @Get()
  @Allows('campaigns.read')
  @OkResponse('Lists transactional sends that are not over, or that failed lately', SendPageDto)
  async list(@InApp() caller: AppCaller, @Query() query: SendsQuery): Promise<SendPageDto> {
    const { sends, next } = await this.sends.list(caller.app.id, query);
    return { items: sends.map((send) => toSendRow(send, seesPrivate(caller))), next };
  }

  @Get(':id')
  @Allows('campaigns.read')
  @OkResponse('Gets a transactional send: how far it is, and what it waits for', SendDto)
  async get(@InApp() caller: AppCaller, @Param('id') id: string): Promise<SendDto> {
    const send = await this.sends.get(caller.app.id, readNumber(id));
    const review =
      send.state === 'APPROVAL'
        ? await this.reviews.findOf(caller.origin.by, caller.app.id, send.dispatchId)
        : undefined;
    return { ...toSendRow(send, seesPrivate(caller)), approval: review ? toSendApproval(review) : null };
  }

  @Get(':id/recipients')
  @Allows('users.read')
  @OkResponse('Lists recipients of a transactional send, with what became of them', RecipientPageDto)
  async listRecipients(
    @InApp() { app }: AppCaller,
    @Param('id') id: string,
    @Query() { after, limit, ...filter }: RecipientsQuery,
  ): Promise<RecipientPageDto> {
    const { dispatchId } = await this.sends.get(app.id, readNumber(id));
    return this.recipients.read(app.id, { dispatchId, ...filter }, { after, limit });
  }

  @Post(':id/pause')
  @HttpCode(200)
  @Allows('campaigns.steer')
  @NeedsIdempotencyKey()
  @OkResponse('Pauses a transactional send', SendDto)
  async pause(@InApp() caller: AppCaller, @Param('id') id: string): Promise<SendDto> {
    await this.states.pause(actorOf(caller), await this.read(caller, id));
    return this.get(caller, id);
  }

  @Post(':id/resume')
  @HttpCode(200)
  @Allows('campaigns.steer')
  @NeedsIdempotencyKey()
  @OkResponse('Lets a paused transactional send go on', SendDto)
  async resume(@InApp() caller: AppCaller, @Param('id') id: string): Promise<SendDto> {
    await this.states.resume(actorOf(caller), await this.read(caller, id));
    return this.get(caller, id);
  }

  @Post(':id/stop')
  @HttpCode(200)
  @Allows('campaigns.steer')
  @NeedsIdempotencyKey()
  @OkResponse('Stops a transactional send for good: who was not sent to ends as skipped', SendDto)
  async stop(@InApp() caller: AppCaller, @Param('id') id: string): Promise<SendDto> {
    const { dispatchId, state } = await this.sends.get(caller.app.id, readNumber(id));
    if (state === 'APPROVAL') {
      throw new AppError('wrong_state', 'It waits for approval: reject the request instead');
    }
    await this.states.stop(actorOf(caller), dispatchId);
    return this.get(caller, id);
  }

  @Post(':id/approve')
  @HttpCode(200)
  @Allows('campaigns.approve')
  @NeedsIdempotencyKey()
  @OkResponse('Approves all sends of a request; the last approval that it needs lets them go', SendDto)
  async approve(
    @InApp() caller: AppCaller,
    @Param('id') id: string,
    @Body() { hash }: DecideSendDto,
  ): Promise<SendDto> {
    await this.reviews.approve(actorOf(caller), await this.findApproval(caller, id), hash);
    return this.get(caller, id);
  }

  @Post(':id/reject')
  @HttpCode(200)
  @Allows('campaigns.approve')
  @NeedsIdempotencyKey()
  @OkResponse('Rejects all sends of a request: they never leave', SendDto)
  async reject(@InApp() caller: AppCaller, @Param('id') id: string, @Body() { hash }: DecideSendDto): Promise<SendDto> {
    await this.reviews.reject(actorOf(caller), await this.findApproval(caller, id), hash);
    return this.get(caller, id);
  }

  /** @throws AppError unknown_id */
  private async read({ app }: AppCaller, id: string): Promise<number> {
    return (await this.sends.get(app.id, readNumber(id))).dispatchId;
  }

  /** @throws AppError unknown_id; changed_meanwhile where it does not wait for an approval */
  private async findApproval(caller: AppCaller, id: string): Promise<number> {
    const review = await this.reviews.findOf(caller.origin.by, caller.app.id, await this.read(caller, id));
    if (!review) {
      throw new AppError('changed_meanwhile', `The send ${id} does not wait for an approval`, { field: 'state' });
    }
    return review.approvalId;
  }
}

function actorOf({ origin, app }: AppCaller) {
  return { ...origin, appId: app.id };
}

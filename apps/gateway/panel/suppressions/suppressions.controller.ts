import { Body, Controller, Get, Param, Post, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import { SuppressionListService } from '#libs/administration';
import { SUPPRESSION_CHANNELS, type SuppressionChannel } from '#libs/users/consent';
import { AppError } from '#platform/errors';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import { CSV_TYPE, FileStreams } from '../../http/responses/file-streams.js';
import { OkJsonResponse, OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, InApp, NeedsProof, PanelApi, type AppCaller } from '../access/member.guard.js';
import { seesPrivate } from '../access/sees-private.js';
import {
  AddedSuppressionsDto,
  ListSuppressionsQuery,
  NewSuppressionsDto,
  ReleaseDto,
  SuppressionFileQuery,
  SuppressionListDto,
  toSuppressionList,
} from './suppressions.dto.js';

/** Addresses that nothing is sent to. */
@PanelApi('Users')
@Controller('panel/1.0/apps/:app/suppressions')
export class PanelSuppressionsController {
  constructor(private readonly suppressions: SuppressionListService) {}

  @Get()
  @Allows('users.read')
  @OkResponse('Lists suppressed addresses of a channel, hidden but for a part', SuppressionListDto)
  async list(
    @InApp() caller: AppCaller,
    @Query() { after, limit, ...filter }: ListSuppressionsQuery,
  ): Promise<SuppressionListDto> {
    const page = await this.suppressions.listPage(caller.app.id, filter, limit, after);
    return toSuppressionList(page, seesPrivate(caller) ? 'masked' : 'none');
  }

  @Post('reveal')
  @Allows('users.private')
  @AnswersSecret()
  @OkResponse('Shows the addresses of a page. The audit log has who looked', SuppressionListDto)
  async reveal(
    @InApp() { app, origin }: AppCaller,
    @Body() { after, limit, ...filter }: ListSuppressionsQuery,
  ): Promise<SuppressionListDto> {
    return toSuppressionList(await this.suppressions.reveal(origin, app.id, filter, limit, after), 'all');
  }

  @Post()
  @Allows('users.write')
  @OkResponse('Adds addresses: nothing is sent to them, for any user', AddedSuppressionsDto)
  async add(
    @InApp() { app, origin }: AppCaller,
    @Body() { channel, addresses, reason, words }: NewSuppressionsDto,
  ): Promise<AddedSuppressionsDto> {
    return this.suppressions.add(origin, app.id, { channel, addresses, reason, detail: words });
  }

  @Post(':channel/:id/release')
  @Allows('users.write')
  @DoneResponse('Takes an entry out of the list. Preferences of users stay')
  async release(
    @InApp() { app, origin }: AppCaller,
    @Param('channel') channel: string,
    @Param('id') id: string,
    @Body() { words }: ReleaseDto,
  ): Promise<void> {
    await this.suppressions.release(origin, app.id, { channel: readChannel(channel), id, words });
  }
}

/** The list as a file. */
@PanelApi('Users')
@Controller('panel/1.0/apps/:app/suppressions.csv')
export class SuppressionFileController {
  constructor(
    private readonly suppressions: SuppressionListService,
    private readonly streams: FileStreams,
  ) {}

  @Get()
  @Allows('users.export')
  @NeedsProof()
  @ApiProduces('text/csv')
  @OkJsonResponse('Exports suppressed addresses as CSV; the audit log has it', { schema: { type: 'string' } })
  async export(
    @InApp() caller: AppCaller,
    @Query() filter: SuppressionFileQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const lines = await this.suppressions.export(caller.origin, caller.app.id, filter, seesPrivate(caller));
    return this.streams.answer(response, lines, { type: CSV_TYPE, name: `suppressions-${filter.channel}.csv` });
  }
}

function readChannel(text: string): SuppressionChannel {
  const channel = SUPPRESSION_CHANNELS.find((known) => known === text);
  if (!channel) {
    throw new AppError('unknown_id', `There is no list of ${text.slice(0, 20)}`);
  }
  return channel;
}

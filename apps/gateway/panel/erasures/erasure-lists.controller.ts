import { Body, Controller, Get, HttpCode, Param, Post, Res, type StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { isUUID } from 'class-validator';
import type { Response } from 'express';
import { ErasureListService, type ErasureListLine } from '#libs/identity';
import { AppError } from '#platform/errors';
import { MaxBody } from '../../http/body/body.interceptor.js';
import { CSV_TYPE, FileStreams } from '../../http/responses/file-streams.js';
import { OkJsonResponse, OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, NeedsProof, PanelApi, type AppCaller } from '../access/member.guard.js';
import {
  ConfirmErasureDto,
  ErasureListRowDto,
  ErasureListsDto,
  MAX_LIST_BODY,
  NewErasureListDto,
  toErasureListRow,
} from './erasure-lists.dto.js';

/** People erased for good by a list: counted, confirmed, and erased in the background. */
@PanelApi('Users')
@Controller('panel/1.0/apps/:app/erasures/lists')
export class PanelErasureListsController {
  constructor(
    private readonly lists: ErasureListService,
    private readonly streams: FileStreams,
  ) {}

  @Get()
  @Allows('users.erase')
  @OkResponse('Lists the newest lists of people to erase', ErasureListsDto)
  async list(@InApp() { app }: AppCaller): Promise<ErasureListsDto> {
    return { items: (await this.lists.listNewest(app.id)).map(toErasureListRow) };
  }

  @Post()
  @HttpCode(200)
  @Allows('users.erase')
  @MaxBody(MAX_LIST_BODY)
  @OkResponse('Stores a list, and counts its users. Nobody is erased before it is confirmed', ErasureListRowDto)
  async add(@InApp() { app, origin }: AppCaller, @Body() { list }: NewErasureListDto): Promise<ErasureListRowDto> {
    return toErasureListRow(await this.lists.add(origin, app, list));
  }

  @Get(':id')
  @Allows('users.erase')
  @OkResponse('Shows how far a list is', ErasureListRowDto)
  async get(@InApp() { app }: AppCaller, @Param('id') id: string): Promise<ErasureListRowDto> {
    return toErasureListRow(await this.lists.get(app.id, readReceiptId(id)));
  }

  @Post(':id/confirm')
  @HttpCode(200)
  @Allows('users.erase')
  @NeedsProof()
  @OkResponse('Erases the people of a list for good, in the background', ErasureListRowDto)
  async confirm(
    @InApp() { app, origin }: AppCaller,
    @Param('id') id: string,
    @Body() { confirm }: ConfirmErasureDto,
  ): Promise<ErasureListRowDto> {
    return toErasureListRow(await this.lists.confirm(origin, app, readReceiptId(id), confirm));
  }

  @Post(':id/stop')
  @HttpCode(200)
  @Allows('users.erase')
  @OkResponse('Ends a list, also one that was only counted. Who is erased stays erased', ErasureListRowDto)
  async stop(@InApp() { app, origin }: AppCaller, @Param('id') id: string): Promise<ErasureListRowDto> {
    return toErasureListRow(await this.lists.stop(origin, app.id, readReceiptId(id)));
  }

  @Get(':id/lines.csv')
  @Allows('users.erase')
  @ApiProduces('text/csv')
  @OkJsonResponse('Exports what became of each line as CSV: its number, and erased, unknown or open', {
    schema: { type: 'string' },
  })
  async exportLines(
    @InApp() { app }: AppCaller,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const list = await this.lists.get(app.id, readReceiptId(id));
    const facts = { type: CSV_TYPE, name: `erasure-${list.receiptId}.csv`, lines: list.asked };
    return this.streams.answer(response, writeLines(this.lists.readLines(list)), facts);
  }
}

/** @throws AppError unknown_id for a text that is no id of a receipt */
function readReceiptId(text: string): string {
  if (!isUUID(text)) {
    throw new AppError('unknown_id', `There is no list ${text.slice(0, 36)}`);
  }
  return text;
}

async function* writeLines(pages: AsyncIterable<ErasureListLine[]>): AsyncGenerator<string> {
  yield 'line,outcome\r\n';
  for await (const lines of pages) {
    yield lines
      .map(({ line, wasUser }) => `${line},${wasUser === null ? 'open' : wasUser ? 'erased' : 'unknown'}\r\n`)
      .join('');
  }
}

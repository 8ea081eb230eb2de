import { Body, Controller, Get, HttpCode, Post, Res, type StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import { segmentTarget } from '#libs/audience';
import { AudienceExportService } from '#libs/audience/recipients';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import { WhileAsked } from '../../http/request/while-asked.js';
import { CSV_TYPE, FileStreams } from '../../http/responses/file-streams.js';
import { OkJsonResponse, OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, NeedsProof, PanelApi, type AppCaller } from '../access/member.guard.js';
import { seesPrivate } from '../access/sees-private.js';
import { viewerOf } from '../access/setup-editor.js';
import { AudienceExportDto, ExportColumnListDto, toExportColumn } from './audience-export.dto.js';

/** The users of an audience as a file. */
@PanelApi('Audience')
@Controller('panel/1.0/apps/:app/audience/export')
export class AudienceExportController {
  constructor(
    private readonly exports: AudienceExportService,
    private readonly streams: FileStreams,
  ) {}

  @Get('columns')
  @Allows('users.export')
  @OkResponse('Lists what an export of users may have', ExportColumnListDto)
  async listColumns(@InApp() caller: AppCaller): Promise<ExportColumnListDto> {
    return { items: (await this.exports.listColumns(caller.app.id, seesPrivate(caller))).map(toExportColumn) };
  }

  @Post()
  @HttpCode(200)
  @Allows('users.export')
  @NeedsProof()
  @AnswersSecret()
  @ApiProduces('text/csv')
  @OkJsonResponse('Exports the users of an audience as CSV; the audit log tells how many', {
    schema: { type: 'string' },
  })
  async export(
    @InApp() caller: AppCaller,
    @Body() { target, columns }: AudienceExportDto,
    @WhileAsked() asked: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const { users, asOf, lines } = await this.exports.start(caller.origin, caller.app.id, {
      target: segmentTarget(target),
      columns,
      viewer: viewerOf(caller),
      asked,
    });
    return this.streams.answer(response, lines, { type: CSV_TYPE, name: 'users.csv', asOf, lines: users });
  }
}

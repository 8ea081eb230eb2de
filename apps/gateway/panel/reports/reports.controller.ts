import { Controller, Get, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import { ReportService, writeReport } from '#libs/reporting';
import { CSV_TYPE, FileStreams } from '../../http/responses/file-streams.js';
import { OkJsonResponse, OkResponse } from '../../http/responses/responses.js';
import { Allows, InApp, PanelApi, type AppCaller } from '../access/member.guard.js';
import { ReportDto, ReportQuery, toReport } from './reports.dto.js';

/** Sums of the campaigns of some days: nothing of it is about a person. */
@PanelApi('Reports')
@Controller('panel/1.0/apps/:app')
export class PanelReportsController {
  constructor(
    private readonly reports: ReportService,
    private readonly streams: FileStreams,
  ) {}

  @Get('reports')
  @Allows('reports.read')
  @OkResponse('Sums what became of the campaigns that were launched on some days', ReportDto)
  async read(@InApp() { app }: AppCaller, @Query() query: ReportQuery): Promise<ReportDto> {
    return toReport(await this.reports.read(app, query));
  }

  @Get('reports.csv')
  @Allows('reports.read')
  @ApiProduces('text/csv')
  @OkJsonResponse('Exports the lines of a report and their sum as CSV', { schema: { type: 'string' } })
  async export(
    @InApp() { app }: AppCaller,
    @Query() query: ReportQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const report = await this.reports.read(app, query);
    const name = `report-${query.by}-${query.from}-${query.to}.csv`;
    return this.streams.answer(response, writeReport(report), { type: CSV_TYPE, name, asOf: report.asOf });
  }
}
